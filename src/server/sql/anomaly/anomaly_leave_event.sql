-- Stores an event for the anomaly rules that run after commit, and enqueues their job. Of concurrent transactions only one enqueues the job
-- (`pg_try_advisory_xact_lock`), so that a burst of postings enqueues it once.
create function anomaly_leave_event(event jsonb, job_name text, run_at timestamptz, ask_lock bigint) returns void
language plpgsql volatile as $$
begin
  insert into anomaly_outbox (event) values ($1);
  if not exists (select from job j where j.name = job_name and j.status = 'waiting') and pg_try_advisory_xact_lock(ask_lock) then
    insert into job (name, run_at) values ($2, $3);
  end if;
end
$$;
