-- Appends digests to the chain of an account: the first one to the last link of the account, each other one to the link before.
create aggregate ledger_chain(account_end bytea, digest bytea) (sfunc = ledger_chain_step, stype = bytea);
