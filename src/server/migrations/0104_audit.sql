-- Rows of the audit (user_action_log, record_history, record_change) are links of hash chains, so that one that was changed, removed or
-- slipped in behind the triggers is found by verify. There are as many chains as transactions write at a time: each takes one that nobody
-- holds and never waits for another.

create table audit_chain (
  id bigint generated always as identity primary key,
  link_count bigint not null default 0,
  last_hash bytea
);

create table audit_link (
  chain_id bigint not null references audit_chain (id),
  seq bigint not null check (seq > 0),
  table_name text not null,
  row_id bigint not null,
  -- Place of a change in its entry of the history; 0 for whole rows.
  row_part int not null,
  hash bytea not null,
  primary key (chain_id, seq),
  constraint audit_link_row unique (table_name, row_id, row_part)
);

-- A row as `audit_append` takes it.
create type audit_line as (row_id bigint, row_part int, content text);

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
create index audit_seal_sealed_at on audit_seal (sealed_at);

-- Chains of the audit that grew since the seal before, where they ended.
create table audit_seal_head (
  seal_no bigint not null references audit_seal (seal_no),
  chain_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  primary key (chain_id, seq)
);
create index audit_seal_head_seal on audit_seal_head (seal_no);

-- One seal of each day, for paper.
create table audit_anchor (
  day date primary key,
  anchored_at timestamptz not null,
  seal_no bigint not null references audit_seal (seal_no),
  audit_rows bigint not null,
  ledger_rows bigint not null,
  code text not null
);
