-- 寄送對帳單: what was sent to whom, and by which mail (domain 4.11).
create table statement_delivery (
  id bigint primary key default random_id(),
  statement_id bigint not null references statement (id),
  recipient text not null check (char_length(recipient) between 3 and 100),
  requested_by text not null,
  requested_at timestamptz not null,
  -- Set when its papers are made; the mail may be gone from the outbox later.
  mail_id bigint
);
create index statement_delivery_statement on statement_delivery (statement_id);
