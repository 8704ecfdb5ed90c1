-- Which job a row of 系統活動紀錄 tells about, so that the row can show how far that job is and run it again.
alter table activity_log add column job_id bigint;
create index activity_log_job on activity_log (job_id) where job_id is not null;

create view activity_log_view as
select a.*, j.status as job_status, j.attempts as job_attempts, j.started_at as job_started_at, j.finished_at as job_finished_at,
  j.progress::text as job_progress, j.result::text as job_result
from activity_log a
left join job j on j.id = a.job_id;
