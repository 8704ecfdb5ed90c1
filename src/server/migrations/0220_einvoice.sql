-- Messages to the platform of e-invoices: what was handed over for a document, or for the unused numbers of a track.
create table einvoice_message (
  id bigint primary key default random_id(),
  -- Message of MIG 4.1.
  code text not null check (code in ('F0401', 'F0501', 'G0401', 'G0501', 'E0402')),
  document_id bigint references invoice_document (id),
  -- Number of the document; of unused numbers their track and the first of its two months, AB202501.
  subject_no text not null,
  -- 1 for the first; more when it was sent again, as a file of its own.
  attempt int not null check (attempt >= 1),
  file_name text not null unique,
  xml text not null,
  -- Of the XML in UTF-8.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by text not null,
  made_at timestamptz not null,
  -- UploadStatus: 1 waiting, 2 handed over, 3 uploaded, 4 failed.
  status text not null default '1' check (status in ('1', '2', '3', '4')),
  -- Who writes the file keeps others away until then.
  claimed_until timestamptz,
  handed_at timestamptz,
  finished_at timestamptz,
  -- What the platform said, or who marked it by hand.
  reason text check (char_length(reason) <= 200),
  marked_by text,
  constraint einvoice_message_attempt unique (code, subject_no, attempt),
  constraint einvoice_message_subject check ((code = 'E0402') = (document_id is null)),
  constraint einvoice_message_handed check (status <> '2' or handed_at is not null),
  constraint einvoice_message_finished check ((status in ('3', '4')) = (finished_at is not null))
);
create index einvoice_message_document on einvoice_message (document_id, code, attempt desc);
-- One of its kind is under way or done; another only after a failure.
create unique index einvoice_message_open on einvoice_message (code, subject_no) where status <> '4';
