-- Reward settings with the points for NT$100.
create view reward_point_view as
select
  r.*,
  case when r.spend_amount > 0 then round(r.reward_points * 100.0 / r.spend_amount, 2) end as reward_rate
from reward_point r;
