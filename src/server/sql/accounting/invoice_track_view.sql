-- Tracks with their remaining numbers, and the status of the message about their unused numbers.
create view invoice_track_view as
select t.*, t.track || to_char(t.first_no, 'FM00000000') || '–' || to_char(t.last_no, 'FM00000000') as label,
  t.last_no + 1 - t.next_no as left_count, (t.last_no + 1 - t.next_no) * 10 < t.last_no + 1 - t.first_no as is_low, (
    select m.status from einvoice_message m
    where m.code = 'E0402' and m.subject_no = t.track || t.tax_period order by m.attempt desc limit 1
  ) as upload_status
from invoice_track t;
