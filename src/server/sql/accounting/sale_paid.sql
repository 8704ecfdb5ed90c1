-- Keeps each payment of a sale by itself, whoever writes the sums: also a server of the version before, during an update.
create function sale_paid() returns trigger language plpgsql as $$
declare
  received bigint := new.received_amount - coalesce(old.received_amount, 0);
  refunded bigint := new.refunded_amount - coalesce(old.refunded_amount, 0);
  written_by text := coalesce(new.updated_by, new.created_by);
  written_at timestamptz := coalesce(new.updated_at, new.created_at);
begin
  if received <> 0 then
    insert into sale_payment (sale_no, paid_on, received_amount, reference, created_by, created_at)
    values (new.sale_no, coalesce(new.received_date, new.sale_date), received, new.received_ref, written_by, written_at);
  end if;
  if refunded <> 0 then
    insert into sale_payment (sale_no, paid_on, refunded_amount, reference, created_by, created_at)
    values (new.sale_no, coalesce(new.refunded_date, new.sale_date), refunded, new.refunded_ref, written_by, written_at);
  end if;
  return null;
end
$$;
