-- Business parameters, editable dictionaries and invoice number ranges (domain 4.15).

create table code_table (
  id bigint primary key default random_id(),
  category text not null check (category in ('1', '2', '3', '4', '5')),
  code text not null check (char_length(code) <= 50),
  name text not null check (char_length(name) <= 100),
  value_type text not null check (value_type in ('1', '2', '3', '4', '5', '6')),
  value text check (char_length(value) <= 500),
  parent_code text check (char_length(parent_code) <= 50),
  display_order int not null,
  effective_from date,
  is_public boolean not null default false,
  is_system boolean not null default false,
  is_enabled boolean not null default true,
  description text check (char_length(description) <= 200),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint code_table_effective check (category <> '1' or effective_from is not null)
);

-- A parameter may have several values, each from its own day on; a dictionary entry is one per dictionary.
create unique index code_table_code on code_table (category, code, coalesce(parent_code, ''), coalesce(effective_from, '0001-01-01'::date));
create index code_table_children on code_table (category, parent_code, display_order);
