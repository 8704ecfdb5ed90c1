-- Invoices, allowances, the numbers they are issued with, and what was paid (domain 3.4, 4.11; e-invoice rules).

-- Numbers that the tax office allotted for two months: whole blocks of 50, taken one after the other.
create table invoice_track (
  id bigint primary key default random_id(),
  -- First of the two months, yyyyMM.
  tax_period text not null check (tax_period ~ '^[0-9]{4}(01|03|05|07|09|11)$'),
  track text not null check (track ~ '^[A-Z]{2}$'),
  first_no int not null check (first_no between 0 and 99999950 and first_no % 50 = 0),
  last_no int not null check (last_no between 49 and 99999999 and last_no % 50 = 49),
  -- The number that is issued next; last_no + 1 when all are used.
  next_no int not null,
  -- Date of the latest invoice: a later number never has an earlier date.
  last_issued_date date,
  is_enabled boolean not null default true,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint invoice_track_range check (last_no > first_no),
  constraint invoice_track_next check (next_no between first_no and last_no + 1),
  constraint invoice_track_first unique (tax_period, track, first_no)
);

-- Invoices and allowances. Amounts are positive whole NT$ in both; an allowance takes its amounts from its invoice.
create table invoice_document (
  id bigint primary key default random_id(),
  -- InvoiceDocType: 1 invoice, 2 allowance.
  doc_type text not null check (doc_type in ('1', '2')),
  -- An invoice gets its number when it is issued; an allowance has one from the start.
  doc_no text unique check (doc_no ~ '^([A-Z]{2}[0-9]{8}|AL[0-9]{14,})$'),
  -- InvoiceFeeType: 1 points issued, 2 processing of redeemed points, 3 points sold.
  fee_type text not null check (fee_type in ('1', '2', '3')),
  -- What is billed: a statement (monthly, pay as you go, bank period), or a sale of points.
  source_kind text not null check (source_kind in ('1', '2', '3', '4', '5')),
  source_no text not null,
  statement_id bigint references statement (id),
  company_no text references company (company_no),
  corporate_no text references corporate_member (corporate_no),
  -- As on the day of issue.
  buyer_name text not null check (char_length(buyer_name) between 1 and 100),
  tax_number text not null check (tax_number ~ '^[0-9]{8}$'),
  issue_date date,
  issued_at timestamptz,
  issued_by text,
  tax_period text check (tax_period ~ '^[0-9]{4}(01|03|05|07|09|11)$'),
  random_number text check (random_number ~ '^[0-9]{4}$'),
  -- The invoice that an allowance is of.
  original_id bigint references invoice_document (id),
  -- AllowanceReason.
  reason_code text,
  sales_amount bigint not null check (sales_amount >= 1),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint generated always as (sales_amount + tax_amount) stored,
  -- Of an invoice: Σ of its allowances that are not void, drafts included.
  allowance_sales bigint not null default 0 check (allowance_sales >= 0),
  allowance_tax bigint not null default 0 check (allowance_tax >= 0),
  consent_at timestamptz,
  consent_ref text check (char_length(consent_ref) <= 100),
  void_reason text check (char_length(void_reason) <= 20),
  voided_by text,
  voided_at timestamptz,
  -- InvoiceStatus: 1 to be issued, 2 issued, 3 void, 4 partly and 5 wholly credited; 6 agreed to by the buyer (allowances).
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint invoice_document_buyer check ((company_no is null) <> (corporate_no is null)),
  constraint invoice_document_statement check ((source_kind in ('1', '2', '3')) = (statement_id is not null)),
  constraint invoice_document_original check ((doc_type = '2') = (original_id is not null)),
  constraint invoice_document_left check (allowance_sales <= sales_amount and allowance_tax <= tax_amount),
  constraint invoice_document_allowances check (doc_type = '1' or (allowance_sales = 0 and allowance_tax = 0 and status in ('1', '2', '3', '6'))),
  constraint invoice_document_agreed check (status <> '6' or doc_type = '2'),
  constraint invoice_document_issued check (
    status in ('1', '3') or (doc_no is not null and issue_date is not null and issued_at is not null and tax_period is not null)),
  constraint invoice_document_void check ((status = '3') = (voided_at is not null)),
  constraint invoice_document_consent check ((status = '6') <= (consent_at is not null))
);
-- A fee of a statement is billed by one invoice; a void one makes room for the next.
create unique index invoice_document_once on invoice_document (statement_id, fee_type) where doc_type = '1' and status <> '3' and statement_id is not null;
create index invoice_document_source on invoice_document (source_no);
create index invoice_document_company on invoice_document (company_no, fee_type, issue_date desc);
create index invoice_document_original on invoice_document (original_id) where original_id is not null;
create index invoice_document_list on invoice_document (source_kind, issue_date desc nulls first);

-- Lines of a document: Σ amount is its sales_amount.
create table invoice_line (
  id bigint primary key default random_id(),
  document_id bigint not null references invoice_document (id),
  seq int not null check (seq between 1 and 999),
  description text not null check (char_length(description) <= 500),
  quantity numeric(20, 7) not null,
  unit_price numeric(20, 7) not null,
  -- Without tax, whole NT$.
  amount bigint not null,
  remark text check (char_length(remark) <= 120),
  constraint invoice_line_seq unique (document_id, seq)
);

-- What was received and paid for a statement, one row for each time.
create table statement_payment (
  id bigint primary key default random_id(),
  statement_id bigint not null references statement (id),
  paid_on date not null,
  received_amount bigint not null default 0 check (received_amount >= 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  -- Receivable and payable were set off against each other: only the difference moved.
  is_net boolean not null,
  reference text check (char_length(reference) <= 30),
  created_by text not null,
  created_at timestamptz not null,
  constraint statement_payment_amount check (received_amount > 0 or paid_amount > 0 or is_net)
);
create index statement_payment_statement on statement_payment (statement_id);
