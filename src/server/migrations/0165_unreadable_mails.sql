-- The text of a mail is read by its recipient alone. 系統活動紀錄 tells that a mail was written and to whom; a link or a first password in it
-- would make its reader somebody else. What was kept for reading is wiped, and the view no longer joins it.
update mail_outbox set sealed = null where status in ('recorded', 'sent');
alter table mail_outbox add constraint mail_outbox_unreadable check (sealed is null or status in ('waiting', 'failed'));

drop view activity_log_view;
create view activity_log_view as
select a.id, a.occurred_at, a.log_category, a.log_level, a.user_name, a.platform_no, a.method, a.path, a.status_code, a.duration_ms,
  a.ip_address, a.user_agent, a.request_id, a.message, a.job_id, a.row_version, a.created_by, a.created_at, a.updated_by, a.updated_at,
  a.detail,
  j.status as job_status, j.attempts as job_attempts, j.started_at as job_started_at, j.finished_at as job_finished_at,
  j.progress::text as job_progress, j.result::text as job_result
from activity_log a
left join job j on j.id = a.job_id;
