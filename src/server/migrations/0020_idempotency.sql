-- Answers of creates that carried an idempotency key: the same call again gets the first answer and writes nothing.
create table idempotency (
  user_id bigint not null,
  -- Screen and call: the same key means nothing to another operation.
  operation text not null,
  idempotency_key text not null,
  -- SHA-256 of the body: a key comes back with its own body only.
  body_hash text not null,
  -- JSON text; null only inside the transaction that writes the record.
  answer text,
  created_at timestamptz not null,
  primary key (user_id, operation, idempotency_key)
);
create index idempotency_created_at on idempotency (created_at);
