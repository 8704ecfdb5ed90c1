-- Groups with their number of members.
create view company_group_view as
select g.*, jsonb_array_length(g.members) as member_count
from company_group g;
