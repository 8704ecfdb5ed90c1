-- 系統活動紀錄 with the job and the mail of a row. Of a mail only its recipient and status: its text is only for the recipient, because with a
-- link or an initial password in it a reader could act as the recipient.
create view activity_log_view as
select a.id, a.occurred_at, a.log_category, a.log_level, a.user_name, a.platform_no, a.method, a.path, a.status_code, a.duration_ms,
  a.ip_address, a.user_agent, a.request_id, a.message, a.job_id, a.row_version, a.created_by, a.created_at, a.updated_by, a.updated_at,
  a.detail,
  j.status as job_status, j.attempts as job_attempts, j.started_at as job_started_at, j.finished_at as job_finished_at,
  j.progress::text as job_progress, j.result::text as job_result,
  m.recipient as mail_recipient, m.status as mail_status, m.attempts as mail_attempts, m.error as mail_error
from activity_log a
left join job j on j.id = a.job_id
left join mail_outbox m on m.id = a.mail_id;
