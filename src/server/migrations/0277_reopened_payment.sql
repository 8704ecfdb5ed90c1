-- A version that is out of force is owed by nobody: it has no state of payment.
alter table statement alter payment_status drop not null;
update statement set payment_status = null where status = '9';
alter table statement add constraint statement_payment_in_force check ((payment_status is null) = (status = '9'));
