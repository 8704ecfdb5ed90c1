-- 版次: all versions of the period that a statement belongs to.
create view statement_version as
select v.id, s.statement_no, s.company_no, v.statement_no as version_no, v.version, v.status, v.net_ap_points, v.net_dp_points, v.net_amount,
  v.closed_by, v.closed_at, v.reopened_by, v.reopened_at, v.reopen_reason
from statement s join statement v on v.period_id = s.period_id;
