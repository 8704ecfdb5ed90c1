-- The text of a mail is kept sealed: it may hold a coupon, a first password or a link. It is wiped when the mail has gone out, or when
-- nobody needs it any more. What older versions kept in clear is wiped with the columns; a mail that still waited has to be sent again.
update mail_outbox set status = 'failed', error = '升級前未寄出，內容已清除，請重新寄送。' where status = 'waiting';
alter table mail_outbox drop column body_text, drop column body_html, add column sealed text;
alter table mail_outbox add constraint mail_outbox_sealed check (status <> 'waiting' or sealed is not null);
create index mail_outbox_kept on mail_outbox (created_at) where sealed is not null;

-- Which mail a row of 系統活動紀錄 tells about. Its text never gets into the log, which cannot be wiped; the view has it, sealed.
alter table activity_log add column mail_id bigint;
drop view activity_log_view;
create view activity_log_view as
select a.id, a.occurred_at, a.log_category, a.log_level, a.user_name, a.platform_no, a.method, a.path, a.status_code, a.duration_ms,
  a.ip_address, a.user_agent, a.request_id, a.message, a.job_id, a.row_version, a.created_by, a.created_at, a.updated_by, a.updated_at,
  case when m.sealed is null then a.detail else (a.detail::jsonb || jsonb_build_object('sealed', m.sealed))::text end as detail,
  j.status as job_status, j.attempts as job_attempts, j.started_at as job_started_at, j.finished_at as job_finished_at,
  j.progress::text as job_progress, j.result::text as job_result
from activity_log a
left join job j on j.id = a.job_id
left join mail_outbox m on m.id = a.mail_id;
