-- Tracks with what is left of them.
create view invoice_track_view as
select t.*, t.track || to_char(t.first_no, 'FM00000000') || '–' || to_char(t.last_no, 'FM00000000') as label,
  t.last_no + 1 - t.next_no as left_count, (t.last_no + 1 - t.next_no) * 10 < t.last_no + 1 - t.first_no as is_low
from invoice_track t;
