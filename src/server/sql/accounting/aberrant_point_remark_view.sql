-- Remarks with the period that they are of, and whether it is open still.
create view aberrant_point_remark_view as
select r.*, p.period_no, p.status as period_status
from aberrant_point_remark r join company_period p on p.id = r.period_id;
