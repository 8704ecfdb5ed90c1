-- Sheets. A sheet about a single member has a link to the member.
create view adjustment_sheet_view as
select s.*,
  case when s.line_count = 1 then (select m.id::text from member m where m.member_no = s.lines -> 0 ->> 'memberNo') end as member_id
from adjustment_sheet s;
