-- Upload status of each issued document: the latest attempt of each message that it needs, and of these the one with the least progress.
create view invoice_upload as
select d.id as document_id,
  -- A document has seven days from its issue, and from its void.
  greatest(d.issue_date, (d.voided_at at time zone 'Asia/Taipei')::date) + 7 as upload_due_on,
  case when m.failed > 0 then '4' when m.made < case d.status when '3' then 2 else 1 end or m.waiting > 0 then '1'
    when m.handed > 0 then '2' else '3' end as upload_status,
  m.uploaded_at, m.upload_reason
from invoice_document d
cross join lateral (
  select count(*) as made, count(*) filter (where l.status = '4') as failed, count(*) filter (where l.status = '1') as waiting,
    count(*) filter (where l.status = '2') as handed, max(l.finished_at) filter (where l.status = '3') as uploaded_at,
    string_agg(l.reason, '；' order by l.code) as upload_reason
  from (
    select distinct on (code) code, status, finished_at, reason from einvoice_message where document_id = d.id order by code, attempt desc
  ) l
) m
where d.issued_at is not null;
