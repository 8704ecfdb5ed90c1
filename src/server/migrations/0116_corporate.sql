-- Corporate members, from their application on (domain 3.4, 4.12).

create table corporate_member (
  id bigint primary key default random_id(),
  apply_no text not null unique check (apply_no ~ '^EA[0-9]{12}$'),
  -- Given with the approval; kept for ever.
  corporate_no text unique check (corporate_no ~ '^E[0-9]{6}$'),
  apply_type text not null,
  tax_number text not null check (tax_number ~ '^[0-9]{8}$' and tax_number <> '00000000'),
  company_name text not null check (char_length(company_name) <= 100),
  responsible_person text not null check (char_length(responsible_person) <= 50),
  industry text not null,
  city_code text not null,
  district_code text not null,
  zip_code text not null check (zip_code ~ '^([0-9]{3}|[0-9]{6})$'),
  address text not null check (char_length(address) <= 120),
  phone_area text not null check (phone_area ~ '^[0-9]{2,3}$'),
  phone_number text not null check (phone_number ~ '^[0-9]{5,8}$'),
  phone_ext text check (phone_ext ~ '^[0-9]{2,5}$'),
  contact_name text not null check (char_length(contact_name) <= 50),
  contact_dept text check (char_length(contact_dept) <= 50),
  contact_title text check (char_length(contact_title) <= 50),
  contact_mobile text not null check (contact_mobile ~ '^09[0-9]{8}$'),
  contact_email text not null check (char_length(contact_email) <= 100),
  invoice_email text not null check (char_length(invoice_email) <= 100),
  expected_points text,
  -- Image as a data URL.
  certificate text not null,
  -- Versions of the terms that the applicant agreed to; null for applications on paper.
  policy_version text,
  privacy_version text,
  agreed_at timestamptz,
  applied_at timestamptz not null,
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6')),
  -- When the state was entered; applications that wait for a supplement end 30 days after it.
  status_since timestamptz not null default now(),
  review_remark text check (char_length(review_remark) <= 500),
  credit_term_days int check (credit_term_days between 0 and 90),
  approved_by text,
  approved_at timestamptz,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint corporate_member_numbered check (status not in ('3', '5', '6') or corporate_no is not null),
  constraint corporate_member_agreed check ((agreed_at is null) = (policy_version is null) and (agreed_at is null) = (privacy_version is null))
);

-- One open application or living member per tax ID and per account name, whoever is first.
create unique index corporate_member_open_tax_number on corporate_member (tax_number) where status in ('1', '2', '3', '5');
create unique index corporate_member_open_email on corporate_member (lower(contact_email)) where status in ('1', '2', '3', '5');
create index corporate_member_applied_at on corporate_member (applied_at desc);

-- Codes that applicants get by mail to see their application, and what they open with them.
create table application_code (
  id bigint primary key default random_id(),
  member_id bigint not null references corporate_member (id),
  -- Keyed hash of the six digits; they are too few for a plain one.
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_count int not null default 0 check (wrong_count >= 0),
  used_at timestamptz,
  -- SHA-256 of the ticket that a right code was answered with; it admits to the supplement.
  ticket_hash text unique,
  ticket_expires_at timestamptz
);
create index application_code_member on application_code (member_id, created_at desc);
