-- A version that is out of force is owed by nobody: it has no state of payment. A server of the version before may still write one.
alter table statement alter payment_status drop not null;
update statement set payment_status = null where status = '9';
