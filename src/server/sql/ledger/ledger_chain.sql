-- Links digests to the chain of an account: the first one to what the account ends with, the others to each other.
create aggregate ledger_chain(account_end bytea, digest bytea) (sfunc = ledger_chain_step, stype = bytea);
