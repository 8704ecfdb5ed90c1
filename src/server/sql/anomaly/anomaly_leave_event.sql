-- Stores an event for the anomaly rules that run after commit, and asks for their job.
create function anomaly_leave_event(event jsonb, job_name text, run_at timestamptz, ask_lock bigint) returns void
language plpgsql volatile as $$
begin
  insert into anomaly_outbox (event) values ($1);
  perform anomaly_ask(job_name, run_at, ask_lock);
end
$$;
