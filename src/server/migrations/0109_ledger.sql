-- The points ledger: accounts, periods, postings, lots and debts (domain 2). Postings are insert-only by trigger, and by the rights of the
-- server's role where it does not own the tables (`grant_server_role`).
--
-- Growing: ids of postings begin with the month (`ledger_transaction_id`), so point_transaction, point_entry and point_lot can become
-- tables partitioned by ranges of id, month by month, without a new key. What must be unique for ever stands in posting_source and
-- partner_idempotency, which stay whole.

-- One row per class and owner. Owners: member_no, corporate_no, settlement_no of a serial batch, company_no; C000000 is the platform.
create table point_account (
  id bigint generated always as identity primary key,
  class text not null check (class in (
    'MEMBER', 'CORP', 'SERIAL', 'PREPAID', 'AWARD', 'PAYG', 'CENTER', 'PLATFORM',
    'DEDUCT', 'CONVIN', 'CONVOUT', 'COUPON', 'EXPIRED', 'WRITEOFF')),
  owner_id text not null,
  -- Holders only: sources and sinks are hot and are summed from their entries.
  balance bigint,
  -- Members and corporate members: points in lots, and points owed (members).
  lot_points bigint,
  owed_points bigint,
  -- Number of entries of a holder; each carries its number, so none can be lost or slipped in.
  version bigint not null default 0,
  -- Last link of the hash chain of the transactions that are chained to this account.
  chain_seq bigint not null default 0,
  chain_hash bytea,
  constraint point_account_owner unique (class, owner_id),
  -- The classes of `holder_class`, written out: a call of a function in CHECK is parsed and inlined anew by every statement that writes to the
  -- table.
  constraint point_account_holder check ((class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')) = (balance is not null)),
  constraint point_account_lots check ((class in ('MEMBER', 'CORP')) = (lot_points is not null and owed_points is not null)),
  -- I4 and I6 as far as one row can tell.
  constraint point_account_sum check (lot_points is null or balance = lot_points - owed_points),
  constraint point_account_debt check (lot_points is null or (lot_points >= 0 and owed_points >= 0 and (lot_points = 0 or owed_points = 0))),
  -- I11.
  constraint point_account_floor check (class = 'MEMBER' or balance is null or balance >= 0)
) with (fillfactor = 80);

create table company_period (
  id bigint primary key default random_id(),
  company_no text not null references company (company_no),
  stream text not null check (stream in ('MONTH', 'PAYG', 'BANK')),
  period_no text not null check (char_length(period_no) <= 9),
  start_date date not null,
  end_date date not null,
  -- StatementStatus; only 1 takes postings.
  status text not null default '1' check (status in ('1', '2', '3', '4')),
  -- Taken after the row was locked: no entry of the period was posted later (I9).
  closed_at timestamptz,
  closed_by text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint company_period_no unique (company_no, stream, period_no),
  constraint company_period_start unique (company_no, stream, start_date),
  constraint company_period_range check (end_date >= start_date),
  constraint company_period_closed check ((status = '1') = (closed_at is null))
);
create index company_period_end on company_period (company_no, stream, end_date);

-- Numbers of postings: `ledger_transaction_id` and `ledger_transaction_no` are made of them.
create sequence ledger_posting;

create table point_transaction (
  id bigint primary key,
  transaction_no text not null unique,
  -- TxnKind.
  kind text not null check (kind in ('10', '11', '20', '30', '31', '40', '41', '42', '50', '60', '61', '62', '63', '64', '65', '70', '71',
    '80', '81', '90')),
  business_at timestamptz not null,
  business_date date not null,
  posted_at timestamptz not null,
  source text not null,
  source_id text not null,
  platform_no text,
  external_txn_no text check (char_length(external_txn_no) <= 40),
  request_hash text,
  company_no text,
  retail_store_no text,
  member_no text,
  corporate_no text,
  -- NT$ of the sale.
  amount bigint check (amount >= 0),
  payable_amount bigint check (payable_amount >= 0),
  payment_type text,
  card_no text,
  reward_point_id bigint,
  rule_snapshot jsonb,
  activity_code text,
  original_transaction_id bigint references point_transaction (id),
  is_late_posted boolean not null,
  remark text check (char_length(remark) <= 500),
  created_by text not null,
  -- Entries are complete with this many lines; none can be added later.
  entry_count int not null check (entry_count between 2 and 4000),
  chain_account_id bigint not null,
  chain_seq bigint not null check (chain_seq > 0),
  chain_hash bytea not null,
  constraint point_transaction_chain unique (chain_account_id, chain_seq),
  constraint point_transaction_external check ((platform_no is null) = (external_txn_no is null)),
  constraint point_transaction_return check (kind not in ('30', '31', '71') or original_transaction_id is not null),
  constraint point_transaction_time check (business_date = (business_at at time zone 'Asia/Taipei')::date)
);
create index point_transaction_business_date on point_transaction (business_date);
create index point_transaction_member on point_transaction (member_no, business_at desc) where member_no is not null;
create index point_transaction_company on point_transaction (company_no, business_date) where company_no is not null;
create index point_transaction_activity on point_transaction (activity_code) where activity_code is not null;
-- The points of one code within minutes (R10).
create index point_transaction_activity_at on point_transaction (activity_code, business_at) where activity_code is not null;
create index point_transaction_original on point_transaction (original_transaction_id) where original_transaction_id is not null;
create index point_transaction_external_no on point_transaction (external_txn_no, platform_no) where external_txn_no is not null;

create table point_entry (
  id bigint primary key,
  transaction_id bigint not null references point_transaction (id),
  line_no int not null check (line_no >= 1),
  account_id bigint not null,
  account_class text not null,
  -- Positive = received by the account.
  points bigint not null check (points <> 0),
  company_no text,
  retail_store_no text,
  period_id bigint,
  unit_price numeric(12, 4) check (unit_price >= 0),
  -- What the leg of an award pays for; component_code is the activity or the extra ratio.
  component text check (component in ('BASE', 'EXTRA', 'ACTIVITY')),
  component_code text,
  -- The leg that this one takes back.
  original_entry_id bigint,
  -- Holders: number and balance of the account after this entry.
  account_seq bigint,
  balance_after bigint,
  business_date date not null,
  posted_at timestamptz not null,
  constraint point_entry_id check (id = transaction_id + line_no),
  -- The classes of `holder_class` and, for I9, of `billing_class`, written out as above.
  constraint point_entry_holder check (
    (account_class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')) = (account_seq is not null and balance_after is not null)),
  constraint point_entry_period check (
    (account_class in ('AWARD', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'PREPAID')
      or (account_class = 'WRITEOFF' and company_no is not null and company_no <> 'C000000')) = (period_id is not null)),
  -- I11.
  constraint point_entry_floor check (account_class = 'MEMBER' or balance_after >= 0)
);
create index point_entry_transaction on point_entry (transaction_id);
create unique index point_entry_account_seq on point_entry (account_id, account_seq) where account_seq is not null;

-- Holders are read by their own numbering above.
create index point_entry_account on point_entry (account_id, id desc) where account_seq is null;
create index point_entry_period on point_entry (company_no, period_id) where period_id is not null;
create index point_entry_company_date on point_entry (company_no, business_date) where company_no is not null;
create index point_entry_store on point_entry (company_no, retail_store_no, posted_at) where company_no is not null;
create index point_entry_original on point_entry (original_entry_id) where original_entry_id is not null;

create table point_lot (
  id bigint primary key,
  account_id bigint not null references point_account (id),
  transaction_id bigint not null references point_transaction (id),
  -- Who awarded the points; C000000 = the platform.
  issuer_company_no text not null,
  activity_code text,
  issued_points bigint not null check (issued_points > 0),
  remaining_points bigint not null,
  effective_date date not null,
  expire_date date not null,
  -- A lot given back after the original one had expired.
  origin_lot_id bigint references point_lot (id),
  constraint point_lot_remaining check (remaining_points between 0 and issued_points)
);
create index point_lot_open on point_lot (account_id, expire_date) where remaining_points > 0;
create index point_lot_expire on point_lot (expire_date) where remaining_points > 0;
create index point_lot_transaction on point_lot (transaction_id);
create index point_lot_activity on point_lot (activity_code) where activity_code is not null;
create index point_lot_origin on point_lot (origin_lot_id) where origin_lot_id is not null;

-- Numbers of debts.
create sequence ledger_debt;

-- Debts of members (domain 4.9).
create table member_pending_point (
  id bigint primary key,
  pending_no text not null unique,
  account_id bigint not null references point_account (id),
  member_no text not null,
  -- Where the goods were returned, or who took the points back; C000000 = the platform.
  company_no text not null,
  retail_store_no text,
  transaction_id bigint not null references point_transaction (id),
  original_transaction_id bigint references point_transaction (id),
  pending_points bigint not null check (pending_points > 0),
  repaid_points bigint not null default 0 check (repaid_points >= 0),
  written_off_points bigint not null default 0 check (written_off_points >= 0),
  outstanding_points bigint generated always as (pending_points - repaid_points - written_off_points) stored,
  -- PendingStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  bearer text check (bearer in ('1', '2')),
  write_off_reason text,
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  reject_reason text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint member_pending_point_outstanding check (repaid_points + written_off_points <= pending_points),
  constraint member_pending_point_done check ((status in ('3', '5')) = (repaid_points + written_off_points = pending_points)),
  constraint member_pending_point_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index member_pending_point_open on member_pending_point (account_id, id) where outstanding_points > 0;
create index member_pending_point_member on member_pending_point (member_no);
create index member_pending_point_list on member_pending_point (status, created_at desc);
create index member_pending_point_created on member_pending_point (created_at desc);

create table lot_allocation (
  id bigint generated always as identity primary key,
  lot_id bigint not null references point_lot (id),
  transaction_id bigint not null references point_transaction (id),
  entry_id bigint,
  pending_point_id bigint references member_pending_point (id),
  -- Positive = taken from the lot, negative = given back to it.
  points bigint not null check (points <> 0),
  -- 1 redeem, 2 return, 3 expire, 4 repay, 5 restore, 6 adjust.
  allocation_kind text not null check (allocation_kind in ('1', '2', '3', '4', '5', '6')),
  constraint lot_allocation_for check ((entry_id is null) <> (pending_point_id is null)),
  -- Only a restore gives back; an expiry is taken back when the goods return after it (domain 2.6, late expiry).
  constraint lot_allocation_sign check (
    (allocation_kind = '5' and points < 0) or allocation_kind = '3' or (allocation_kind in ('1', '2', '4', '6') and points > 0))
);
create index lot_allocation_lot on lot_allocation (lot_id);
create index lot_allocation_transaction on lot_allocation (transaction_id);

-- I8 for ever: every posting has a name. Partners: platform_no + external_txn_no; our own: the work that caused it.
create table posting_source (
  source text not null,
  source_id text not null,
  kind text not null,
  transaction_id bigint not null,
  primary key (source, source_id, kind)
);

-- Returns of goods by amount, also those too small to cost a point: the next return computes with what remains of the sale.
create table goods_return (
  id bigint generated always as identity primary key,
  original_transaction_id bigint not null references point_transaction (id),
  transaction_id bigint references point_transaction (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
create index goods_return_original on goods_return (original_transaction_id);

-- Sums per day for lists and reports. Spread over shards, so that postings of one shop do not wait for each other.
create table account_daily (
  business_date date not null,
  company_no text not null,
  retail_store_no text not null,
  account_class text not null,
  kind text not null,
  shard smallint not null,
  points bigint not null,
  entry_count bigint not null,
  amount bigint not null,
  primary key (business_date, company_no, retail_store_no, account_class, kind, shard)
) with (fillfactor = 70);
