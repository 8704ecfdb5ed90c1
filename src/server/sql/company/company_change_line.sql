-- The fields in the requests to change price and accounting fields, one row each. The new values stay in the request.
create view company_change_line as
select
  -- Random and exact in JSON, like every other id.
  hashtextextended(r.change_no, line.position) & 9007199254740991 as id,
  r.change_no,
  r.company_no,
  line.position::int as line_seq,
  line.change ->> 'field' as field,
  line.change ->> 'title' as field_name,
  line.change ->> 'before' as old_value,
  line.change ->> 'after' as new_value,
  r.effective_date,
  r.status as change_status,
  r.submitted_by,
  r.submitted_at,
  r.approved_by,
  r.approved_at,
  r.row_version,
  r.created_by,
  r.created_at,
  r.updated_by,
  r.updated_at
from change_request r
cross join lateral jsonb_array_elements(r.changes) with ordinality as line (change, position)
where r.entity = 'company';
