-- Reminders of payment are deliveries too (domain 4.11).
alter table statement_delivery
  -- DeliveryKind: 1 the statement, 2 a reminder that it is not paid.
  add column kind text not null default '1' check (kind in ('1', '2'));
