-- The chains of the audit and of the ledger are hashes that anybody can compute who may write the tables: their owner could change a row and
-- compute every later link anew. A seal holds the state of both under a key that only the servers know, every minute, and the seals are a
-- chain themselves; what is printed of one (audit_anchor) holds everything before it.

create table audit_seal (
  seal_no bigint primary key check (seal_no > 0),
  sealed_at timestamptz not null,
  -- Names the key without telling it.
  key_id text not null,
  -- Rows of both kinds that hang on this seal and all before it.
  audit_total bigint not null check (audit_total >= 0),
  ledger_total bigint not null check (ledger_total >= 0),
  -- Postings of the ledger that are new, by their numbers (`seal_number`). Numbers are taken before commit, so they come out of order.
  numbers int8multirange not null,
  number_count bigint not null check (number_count >= 0),
  numbers_digest bytea not null,
  -- The largest number of this seal and all before it.
  sealed_to bigint not null,
  mac bytea not null check (octet_length(mac) = 32)
);
create index on audit_seal (sealed_at);

-- Chains of the audit that grew since the seal before, where they ended.
create table audit_seal_head (
  seal_no bigint not null references audit_seal (seal_no),
  chain_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  primary key (chain_id, seq)
);
create index on audit_seal_head (seal_no);

-- One seal of each day, for paper.
create table audit_anchor (
  day date primary key,
  anchored_at timestamptz not null,
  seal_no bigint not null references audit_seal (seal_no),
  audit_rows bigint not null,
  ledger_rows bigint not null,
  code text not null
);

create trigger audit_seal_insert_only before update or delete on audit_seal for each row execute function insert_only();
create trigger audit_seal_kept before truncate on audit_seal for each statement execute function insert_only();
create trigger audit_seal_head_insert_only before update or delete on audit_seal_head for each row execute function insert_only();
create trigger audit_seal_head_kept before truncate on audit_seal_head for each statement execute function insert_only();
create trigger audit_anchor_insert_only before update or delete on audit_anchor for each row execute function insert_only();
create trigger audit_anchor_kept before truncate on audit_anchor for each statement execute function insert_only();

-- Ids of postings are their numbers with room for lines behind them (ledger_transaction_id).
create function seal_number(transaction_id bigint) returns bigint language sql immutable parallel safe as 'select transaction_id >> 12';
create function first_id(number bigint) returns bigint language sql immutable parallel safe as 'select number << 12';

-- The postings of some numbers, in their order: whatever is in them is in their chain hashes.
create function seal_digest(wanted int8multirange, out postings bigint, out digest bytea) language sql stable as $$
  select count(*), sha256(coalesce(string_agg(int8send(t.id) || t.chain_hash, ''::bytea order by t.id), ''::bytea))
  from unnest(wanted) as r join point_transaction t on t.id >= first_id(lower(r)) and t.id < first_id(upper(r))
$$;

-- Below this number no posting comes any more, at the time of a seal: whatever took a number six hours ago has committed it or never will.
create function seal_settled_to(at timestamptz) returns bigint language sql stable as $$
  select coalesce(max(sealed_to), 0) from audit_seal where sealed_at < at - interval '6 hours'
$$;
