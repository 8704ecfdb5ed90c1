-- What the partner API keeps besides the postings themselves (domain 8).

-- Nonces of the last 15 minutes: a call cannot be sent a second time. Older rows mean nothing and are deleted by a job.
create table partner_nonce (
  platform_no text not null,
  nonce text not null,
  seen_at timestamptz not null,
  primary key (platform_no, nonce)
);
create index partner_nonce_seen_at on partner_nonce (seen_at);

-- Signed calls per platform and minute, over all server processes, and those of its latest second.
create table partner_minute (
  platform_no text not null,
  minute timestamptz not null,
  calls int not null,
  -- The latest second that a process has counted in; calls of a clock that is behind count there, too. In the same row, so that it costs
  -- nothing.
  second timestamptz,
  second_calls int not null default 0,
  primary key (platform_no, minute)
) with (fillfactor = 50);

-- What a partner told with a sale and the ledger has no column for; `sent_points` is compared with the rule by the accounting check A2.
create table partner_sale (
  transaction_id bigint primary key references point_transaction (id),
  terminal_id text,
  sent_points bigint,
  payments jsonb not null default '[]' check (jsonb_typeof(payments) = 'array')
);

-- Version of the master data that decides postings: companies, outlets, reward settings, approved changes, periods. Server processes keep
-- what they have read under this number (src/server/domain/partner/protocol/placeBook.ts), and it is compared in the snapshot in which the
-- member is read, so a change counts from its commit on in every process. It grows at COMMIT, so nobody waits for it with locks still to take.
create table facts_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1,
  -- A transaction that changes many rows moves the number once.
  changed_in xid8
) with (fillfactor = 50);
insert into facts_version default values;

-- Sales that earned nothing have no transaction; what they were and what of them came back is kept here, so that no more is taken back than
-- was sold (E1305).
create table partner_pointless_sale (
  platform_no text not null,
  external_txn_no text not null,
  company_no text not null,
  amount bigint not null check (amount >= 0),
  returned_amount bigint not null default 0,
  created_at timestamptz not null,
  primary key (platform_no, external_txn_no),
  constraint partner_pointless_sale_returned check (returned_amount between 0 and amount)
);

-- The first answer to each number of a partner; written first, in the transaction of the posting.
create table partner_idempotency (
  platform_no text not null,
  external_txn_no text not null check (char_length(external_txn_no) between 1 and 40),
  kind text not null,
  request_hash text not null,
  -- Looked at by COMMIT, so that the row that claims a number is written once, with its answer, before the posting that it names.
  transaction_id bigint references point_transaction (id) deferrable initially deferred,
  response jsonb,
  created_at timestamptz not null,
  primary key (platform_no, external_txn_no, kind)
);
