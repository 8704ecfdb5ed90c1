-- Names that documents gave up for others: fields of JSON records, options of dictionaries, uris of screens. Forms that are still open, and
-- histories, name what it was called then; and what was renamed can be taken back. A field that got another type keeps its name.
create table document_rename (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('field', 'option', 'screen', 'convert')),
  -- Entity of the field, dictionary of the option; empty for a screen.
  owner text not null,
  former text not null,
  name text not null,
  -- How much was moved: records, or users and roles.
  changed int not null,
  renamed_at timestamptz not null,
  -- When it was looked once more for what a process had stored meanwhile by the former documents.
  repeated_at timestamptz
);
create index document_rename_open on document_rename (renamed_at) where repeated_at is null;

-- Values of JSON records before a document gave their field another type, so that they come back as they were when that is taken back.
create table record_former_value (
  record_id bigint not null references record_document (id) on delete cascade,
  field text not null,
  value jsonb not null,
  -- What it became; a JSON null when nothing. A value that was changed since does not come back.
  converted jsonb not null,
  kept_at timestamptz not null,
  primary key (record_id, field)
);
create index record_former_value_kept on record_former_value (kept_at);
