-- 點數中心銷售: points that the platform sells to prepaid companies (domain 4.11, 7.6). Those sold to corporate members are their orders.

create table center_sale (
  id bigint primary key default random_id(),
  sale_no text not null unique check (sale_no ~ '^CS[0-9]{12}$'),
  sale_date date not null,
  -- Never empty here; orders of corporate members, which the screen shows besides, have none.
  company_no text references company (company_no),
  points bigint not null check (points between 1 and 9999999999),
  -- Left empty in a form it is the price of the company: the record always has one.
  unit_price numeric(12, 4) check (unit_price between 0 and 99),
  discount_rate numeric(4, 1) not null check (discount_rate between 0 and 100),
  -- TAX.RATE when the amounts were computed; orders keep none.
  tax_percent numeric(5, 2),
  sales_amount bigint not null check (sales_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint not null,
  -- PaymentStatus.
  payment_status text not null default '0' check (payment_status in ('0', '1', '2', '3')),
  received_amount bigint not null default 0 check (received_amount >= 0),
  received_date date,
  received_ref text check (char_length(received_ref) <= 30),
  -- SaleStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  void_reason text check (char_length(void_reason) <= 200),
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
  constraint center_sale_filled check (company_no is not null and unit_price is not null and tax_percent is not null),
  constraint center_sale_amounts check (total_amount = sales_amount + tax_amount and received_amount <= total_amount),
  constraint center_sale_approved check (status not in ('3', '5') or approved_by is not null),
  constraint center_sale_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index center_sale_company on center_sale (company_no, sale_date desc);
create index center_sale_list on center_sale (sale_date desc);

-- A sale has one invoice in force, however often it is asked for.
create unique index invoice_document_sale on invoice_document (source_no) where source_kind = '4' and doc_type = '1' and status <> '3';
