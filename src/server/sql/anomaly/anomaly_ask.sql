-- Enqueues the job of the anomaly rules that run after commit, unless it waits already. Of concurrent transactions only one does so
-- (`pg_try_advisory_xact_lock`), so that a burst of postings enqueues it once.
create function anomaly_ask(job_name text, run_at timestamptz, ask_lock bigint) returns void
language plpgsql volatile as $$
begin
  if not exists (select from job j where j.name = job_name and j.status = 'waiting') and pg_try_advisory_xact_lock(ask_lock) then
    insert into job (name, run_at) values ($1, $2);
  end if;
end
$$;
