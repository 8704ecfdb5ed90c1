-- Rules with their hits of the last 30 days.
create view warning_rule_view as
select r.*, (
  select count(*) from warning_transaction w where w.warning_rule_id = r.id and w.occurred_at > now() - interval '30 days'
)::int as hit_count30
from warning_rule r;
