-- The close of a year: what it gives back, the months that it was made of, and how its allowances are settled (domain 3.5, 4.11, 7.3).

-- What a year of a company and fee came to. Each close writes a version; of a year that was opened again the older versions stay, out of
-- force. How far the year is (YearlyStatus) stands in its setting.
create table yearly_statement (
  id bigint primary key default random_id(),
  yearly_statement_no text not null unique check (yearly_statement_no ~ '^YD[0-9]{5}C[0-9]{8}$'),
  setting_id bigint not null references yearly_discount (id),
  company_no text not null references company (company_no),
  year int not null check (year between 2000 and 2100),
  -- FeeType.
  fee_type text not null check (fee_type in ('1', '2')),
  version int not null check (version between 1 and 99),
  year_points bigint not null,
  -- Of the group when the setting says so.
  tier_base_points bigint not null,
  -- Whole NT$ without tax, after the discounts of the months.
  year_fee bigint not null,
  discount_rate numeric(4, 1) not null,
  discount_amount bigint not null check (discount_amount >= 0),
  discount_tax bigint not null check (discount_tax >= 0),
  discount_total bigint generated always as (discount_amount + discount_tax) stored,
  -- Tiers and tax rate as they were.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- How each amount came about: [{title, formula, numbers, result}].
  workings jsonb not null check (jsonb_typeof(workings) = 'array'),
  closed_by text not null,
  closed_at timestamptz not null,
  reopened_by text,
  reopened_at timestamptz,
  reopen_reason text check (char_length(reopen_reason) <= 200),
  constraint yearly_statement_version unique (company_no, year, fee_type, version),
  constraint yearly_statement_reopened check ((reopened_at is null) = (reopened_by is null))
);
create unique index yearly_statement_in_force on yearly_statement (company_no, year, fee_type) where reopened_at is null;
create index yearly_statement_setting on yearly_statement (setting_id);

-- The statements that a year was made of: those of its company, and those of its group that the tier was found by.
create table yearly_statement_month (
  yearly_statement_id bigint not null references yearly_statement (id),
  statement_id bigint not null references statement (id),
  primary key (yearly_statement_id, statement_id)
);
create index yearly_statement_month_statement on yearly_statement_month (statement_id);

-- The last trial of a year that is not closed.
create table yearly_trial (
  setting_id bigint primary key references yearly_discount (id),
  tier_base_points bigint not null,
  discount_rate numeric(4, 1) not null,
  discount_amount bigint not null,
  discount_tax bigint not null,
  workings jsonb not null,
  made_by text not null,
  made_at timestamptz not null
);

-- Allowances of a year, and how what they give back is settled. SettleMethod: 1 set off against the next statement, 2 paid back.
alter table invoice_document
  add column yearly_statement_id bigint references yearly_statement (id),
  add column settle_method text check (settle_method in ('1', '2')),
  add constraint invoice_document_yearly check ((source_kind = '5') = (yearly_statement_id is not null)),
  add constraint invoice_document_settle check (settle_method is null or source_kind = '5');
create index invoice_document_yearly on invoice_document (yearly_statement_id) where yearly_statement_id is not null;

-- What settled an allowance of a year: a statement that it was set off against, or a payment.
create table allowance_settlement (
  id bigint primary key default random_id(),
  document_id bigint not null references invoice_document (id),
  -- Null: paid back.
  statement_id bigint references statement (id),
  -- Of the allowance, with tax.
  amount bigint not null check (amount > 0),
  settled_on date not null,
  reference text check (char_length(reference) <= 30),
  created_by text not null,
  created_at timestamptz not null,
  -- The statement was opened again: the allowance waits for the next one.
  released_at timestamptz,
  constraint allowance_settlement_released check (released_at is null or statement_id is not null)
);
create unique index allowance_settlement_once on allowance_settlement (document_id) where released_at is null;
create index allowance_settlement_statement on allowance_settlement (statement_id) where statement_id is not null;
