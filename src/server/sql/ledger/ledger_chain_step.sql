-- A step of the aggregate `ledger_chain`.
create function ledger_chain_step(state bytea, account_end bytea, digest bytea) returns bytea language plpgsql stable as $$
begin
  return ledger_link(coalesce(state, account_end), digest);
end
$$;
