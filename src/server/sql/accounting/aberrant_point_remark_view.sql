-- Remarks with their period, and whether it is still open.
create view aberrant_point_remark_view as
select r.*, p.period_no, p.status as period_status
from aberrant_point_remark r join company_period p on p.id = r.period_id;
