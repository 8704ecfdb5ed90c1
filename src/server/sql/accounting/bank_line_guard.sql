-- What the bank said stays as it said it. How it compares, and how differences were handled, moves on until the period is closed. Lines of an
-- import that never ended may be cleared away.
create function bank_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from bank_file f where f.id = old.file_id and f.matched_at is null) then
    return old;
  end if;
  if exists (select from company_period p where p.id = old.period_id and p.status <> '1') then
    raise exception 'the lines of a closed period stay' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    if old.row_no is not null then
      raise exception 'lines of a bank''s file stay' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.file_id, new.period_id, new.company_no, new.row_no, new.txn_date, new.card_last4, new.external_txn_no, new.bank_item,
      new.bank_points, new.bank_amount)
    is distinct from (old.id, old.file_id, old.period_id, old.company_no, old.row_no, old.txn_date, old.card_last4, old.external_txn_no,
      old.bank_item, old.bank_points, old.bank_amount) then
    raise exception 'lines of a bank''s file stay' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
