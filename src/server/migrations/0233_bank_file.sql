-- 銀行檔: what a bank says of a billing cycle, and how each of its lines compares with our entries (domain 4.11).

create table bank_file (
  id bigint primary key default random_id(),
  period_id bigint not null references company_period (id),
  company_no text not null references company (company_no),
  -- Of the bytes that were sent.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  line_count int not null check (line_count > 0),
  bank_points bigint not null,
  imported_by text not null,
  imported_at timestamptz not null,
  -- Of the comparison that the lines tell: when it was, and how many entries the period had. Entries are only ever added.
  matched_at timestamptz,
  entry_count int check (entry_count >= 0),
  -- The file that its period is compared with; those before it are kept.
  in_force boolean not null default false,
  replaced_by text,
  replaced_at timestamptz,
  constraint bank_file_matched check ((matched_at is null) = (entry_count is null) and (matched_at is not null or not in_force)),
  constraint bank_file_replaced check ((replaced_by is null) = (replaced_at is null) and (replaced_at is null or not in_force))
);
create unique index bank_file_in_force on bank_file (period_id) where in_force;
create index bank_file_period on bank_file (period_id, imported_at desc);

create table bank_line (
  id bigint primary key default random_id(),
  file_id bigint not null references bank_file (id),
  period_id bigint not null,
  company_no text not null,
  -- The row of the file; null where the bank has nothing.
  row_no int check (row_no > 1),
  txn_date date not null,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  external_txn_no text check (char_length(external_txn_no) between 1 and 40),
  -- BankItem: 1 converted in, 2 extra, 3 converted out, 4 redeemed.
  bank_item text not null check (bank_item in ('1', '2', '3', '4')),
  bank_points bigint check (bank_points <> 0),
  bank_amount bigint,
  -- The posting on our side; the one line of it that is billed as this item.
  transaction_id bigint,
  platform_points bigint check (platform_points <> 0),
  -- BankResult: 1 equal, 2 other points, 3 only the bank, 4 only we.
  result text not null check (result in ('1', '2', '3', '4')),
  -- BankMatch: 1 by the external number, 2 by date, card and points.
  matched_by text check (matched_by in ('1', '2')),
  remark text check (char_length(remark) between 1 and 500),
  sheet_no text check (char_length(sheet_no) between 1 and 15),
  handled_by text,
  handled_at timestamptz,
  row_version int not null default 1,
  constraint bank_line_row unique (file_id, row_no),
  constraint bank_line_bank check ((row_no is null) = (bank_points is null)),
  constraint bank_line_platform check ((transaction_id is null) = (platform_points is null)),
  constraint bank_line_matched check ((matched_by is null) = (result in ('3', '4'))),
  constraint bank_line_result check (case result
    when '1' then bank_points is not null and platform_points is not null and bank_points = platform_points
    when '2' then bank_points is not null and platform_points is not null and bank_points <> platform_points
    when '3' then bank_points is not null and platform_points is null
    else bank_points is null and platform_points is not null end),
  constraint bank_line_handled check ((handled_by is null) = (handled_at is null)
    and (handled_at is not null or (remark is null and sheet_no is null))
    and (handled_at is null or (result <> '1' and (remark is not null or sheet_no is not null))))
);
-- One line of ours is compared with one of the bank. Not unique: a comparison exchanges pairs within one statement.
create index bank_line_transaction on bank_line (file_id, transaction_id, bank_item) where transaction_id is not null;
create index bank_line_difference on bank_line (file_id) where result <> '1';
