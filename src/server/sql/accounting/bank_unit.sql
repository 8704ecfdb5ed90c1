-- Our lines of a billing cycle as a bank lists them: a posting and what it is billed as, with points that were taken back below zero.
create function bank_unit(wanted_period bigint)
returns table (transaction_id bigint, bank_item text, points bigint, external_txn_no text, business_date date, member_no text,
  entry_id bigint)
language sql stable rows 20000 set enable_nestloop to on
as $$
  select u.transaction_id, u.bank_item, u.points, t.external_txn_no, t.business_date, t.member_no, u.entry_id
  from (
    select e.transaction_id,
      case e.account_class when 'CONVIN' then '1' when 'PAYG' then '2' when 'CONVOUT' then '3' else '4' end as bank_item,
      sum(case when e.account_class in ('CONVIN', 'PAYG') then -e.points else e.points end)::bigint as points,
      min(e.id) as entry_id
    from company_period p join point_entry e on e.company_no = p.company_no and e.period_id = p.id
    where p.id = wanted_period
    group by 1, 2
  ) u
  join point_transaction t on t.id = u.transaction_id
  where u.points <> 0
$$;
