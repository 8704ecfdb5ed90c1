-- Accounting: statements of closed periods and what stands in the way of a close (domain 3.5, 4.11, 7).

-- What a closed period came to. Each close writes a version; of a period that was opened again the older versions stay, out of force.
-- Amounts are whole NT$, computed from the entries of the period alone, and are never changed.
create table statement (
  id bigint primary key default random_id(),
  statement_no text not null unique,
  -- 1 monthly, 2 pay as you go, 3 bank period.
  statement_kind text not null check (statement_kind in ('1', '2', '3')),
  period_id bigint not null references company_period (id),
  version int not null check (version between 1 and 99),
  -- As it was on the day of the close.
  company_no text not null references company (company_no),
  company_name text not null,
  tax_number text not null,
  settlement_mode text not null,
  period_no text not null,
  start_date date not null,
  end_date date not null,

  issued_points bigint not null default 0,
  returned_points bigint not null default 0,
  adjusted_points bigint not null default 0,
  net_ap_points bigint not null default 0,
  prepaid_used_points bigint not null default 0,
  tier_base_points bigint not null default 0,
  discount_rate numeric(4, 1) not null default 0,
  ap_gross_amount bigint not null default 0,
  ap_discount_amount bigint not null default 0,
  ap_fee bigint not null default 0,
  write_off_points bigint not null default 0,
  write_off_amount bigint not null default 0,
  conv_in_points bigint not null default 0,
  conv_in_amount bigint not null default 0,
  ap_tax bigint not null default 0,
  redeemed_points bigint not null default 0,
  redeem_return_points bigint not null default 0,
  dp_adjusted_points bigint not null default 0,
  net_dp_points bigint not null default 0,
  dp_amount bigint not null default 0,
  dp_tier_base_points bigint not null default 0,
  dp_discount_rate numeric(4, 1) not null default 0,
  dp_gross_fee bigint not null default 0,
  dp_discount_amount bigint not null default 0,
  dp_proc_fee bigint not null default 0,
  dp_proc_tax bigint not null default 0,
  coupon_used_count int not null default 0,
  coupon_settle_amount bigint not null default 0,
  conv_out_points bigint not null default 0,
  conv_out_amount bigint not null default 0,
  -- Pay as you go and bank periods: what the payer bears.
  base_points bigint not null default 0,
  extra_points bigint not null default 0,
  net_points bigint not null default 0,
  -- Pay as you go: the fee; bank periods: the fee of base and extra points.
  payer_amount bigint not null default 0,
  payer_tax bigint not null default 0,
  -- Sales that the entries belong to.
  transaction_count int not null default 0,
  sales_amount bigint not null default 0,
  -- Entries whose own period was closed already when they came.
  late_count int not null default 0,

  receivable_amount bigint not null,
  payable_amount bigint not null,
  -- What a year gave back, set off against this period.
  other_amount bigint not null default 0 check (other_amount <= 0),
  net_amount bigint not null,

  -- Tiers, group and tax rate as they were: see `calculation/`.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- How each amount came about: [{title, formula, numbers, result}].
  workings jsonb not null check (jsonb_typeof(workings) = 'array'),

  -- StatementStatus: 2 closed, 3 invoiced, 4 paid, 9 opened again.
  status text not null default '2' check (status in ('2', '3', '4', '9')),
  closed_by text not null,
  -- No entry of this version was posted later.
  closed_at timestamptz not null,
  due_date date not null,
  reopened_by text,
  reopened_at timestamptz,
  reopen_reason text check (char_length(reopen_reason) <= 200),
  merchant_invoice_no text check (char_length(merchant_invoice_no) = 10),
  payment_status text not null default '0' check (payment_status in ('0', '1', '2', '3')),
  received_amount bigint not null default 0 check (received_amount >= 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  settled_at date,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint statement_period_version unique (period_id, version),
  constraint statement_net check (net_amount = receivable_amount - payable_amount + other_amount),
  constraint statement_range check (end_date >= start_date),
  constraint statement_reopened check ((status = '9') = (reopened_at is not null))
);
-- One version of a period is in force.
create unique index statement_in_force on statement (period_id) where status <> '9';
create index statement_list on statement (statement_kind, period_no desc, company_no);
create index statement_company on statement (company_no, statement_kind, period_no desc);
create index statement_due on statement (due_date) where status in ('2', '3');

-- Points of one item at one price. Σ entry_count is the number of billed entries of the version.
create table statement_line (
  statement_id bigint not null references statement (id),
  line_no int not null check (line_no >= 1),
  -- `StatementItem` in calculation/entryGroup.ts.
  item text not null,
  unit_price numeric(12, 4) not null,
  dp_proc_fee_rate numeric(5, 2) not null,
  points bigint not null,
  entry_count int not null check (entry_count > 0),
  -- points x price, not rounded.
  amount numeric(24, 4) not null,
  primary key (statement_id, line_no)
);

-- Which statement paid for a coupon that was used. Removed when the period is opened again.
create table coupon_settlement (
  coupon_id bigint primary key references coupon (id),
  period_id bigint not null references company_period (id),
  settle_price numeric(12, 4) not null
);
create index coupon_settlement_period on coupon_settlement (period_id);

-- The last trial of an open period; nothing else is stored by a trial.
create table statement_trial (
  period_id bigint primary key references company_period (id),
  amounts jsonb not null,
  workings jsonb not null,
  net_amount bigint not null,
  made_by text not null,
  made_at timestamptz not null
);

-- Entries, and months of a company, that accounting explains before a period is closed (domain 7.9).
create table aberrant_point_remark (
  id bigint primary key default random_id(),
  remark_no text not null unique,
  period_id bigint not null references company_period (id),
  company_no text not null references company (company_no),
  retail_store_no text,
  -- AberrantType A1-A8, Severity.
  aberrant_type text not null check (aberrant_type ~ '^A[1-8]$'),
  severity text not null check (severity in ('1', '2', '3')),
  -- Null: of the company and period as a whole. Transactions are never removed; a key here would be in the way of filling large tables.
  transaction_no text,
  -- The day that is in question, when it is neither a transaction nor the whole period.
  about_date date,
  occurred_at timestamptz not null,
  points bigint not null,
  expected_points bigint,
  diff_points bigint generated always as (points - expected_points) stored,
  amount bigint,
  -- RemarkStatus: 1 open, 2 explained. What is to be looked into stays open.
  status text not null default '1' check (status in ('1', '2')),
  -- AberrantHandle: 1 fine, 2 adjustment sheet, 3 to be looked into, 4 confirmed by the company.
  handle_type text check (handle_type in ('1', '2', '3', '4')),
  sheet_no text references adjustment_sheet (sheet_no),
  remark text check (char_length(remark) <= 500),
  handled_by text,
  handled_at timestamptz,
  show_on_statement boolean not null default false,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint aberrant_point_remark_sheet check (handle_type is distinct from '2' or sheet_no is not null),
  constraint aberrant_point_remark_status check ((status = '2') = (handle_type is not null and handle_type <> '3')),
  constraint aberrant_point_remark_handled check ((handle_type is null) = (handled_by is null) and (handle_type is null) = (handled_at is null))
);
-- Each thing is remarked once, however often the rules run.
create unique index aberrant_point_remark_once on aberrant_point_remark
  (period_id, aberrant_type, coalesce(transaction_no, ''), coalesce(about_date, '-infinity'));
create index aberrant_point_remark_open on aberrant_point_remark (period_id) where status = '1';
create index aberrant_point_remark_list on aberrant_point_remark (severity desc, occurred_at desc);

-- What a partner counted for a company and a day against what was posted: its last call says how it stands (A7).
create table partner_reconciliation (
  platform_no text not null,
  company_no text not null references company (company_no),
  business_date date not null,
  -- Σ over kinds, as the partner said and as the ledger has it.
  partner_count int not null,
  partner_points bigint not null,
  platform_count int not null,
  platform_points bigint not null,
  is_matched boolean not null,
  reconciled_at timestamptz not null,
  primary key (platform_no, company_no, business_date)
);
create index partner_reconciliation_open on partner_reconciliation (company_no, business_date) where not is_matched;
