-- Opens debts of members, then repays and writes off.
create function ledger_write_debts(ids bigint[], wanted int[], changes json, new_debts json) returns void language plpgsql volatile as $$
#variable_conflict use_column
declare
  change record;
begin
  insert into member_pending_point (id, pending_no, account_id, member_no, company_no, retail_store_no, transaction_id,
    original_transaction_id, pending_points, created_by, created_at)
  select t.id + 1, 'NP' || to_char(t.posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((nextval('ledger_debt') % 100000)::text, 5, '0'),
    d.account_id, t.member_no, d.company_no, t.retail_store_no, t.id, t.original_transaction_id, d.points, t.created_by, t.posted_at
  from json_to_recordset(new_debts) as d (place int, account_id bigint, company_no text, points bigint)
  join point_transaction t on t.id = ids[d.place]
  where wanted is null or d.place = any (wanted);
  for change in
    select c.place, c.pending_id, sum(c.repaid)::bigint as repaid, sum(c.written_off)::bigint as written_off
    from json_to_recordset(changes) as c (place int, pending_id bigint, repaid bigint, written_off bigint)
    where wanted is null or c.place = any (wanted)
    group by 1, 2
    order by 1, 2
  loop
    update member_pending_point p
    set repaid_points = p.repaid_points + change.repaid,
      written_off_points = p.written_off_points + change.written_off,
      status = case
        when p.outstanding_points > change.repaid + change.written_off then case when p.status = '4' then '4' else '2' end
        when change.written_off > 0 then '5'
        else '3'
      end,
      row_version = p.row_version + 1,
      updated_by = t.created_by,
      updated_at = t.posted_at
    from point_transaction t
    where p.id = change.pending_id and t.id = ids[change.place];
    if not found then
      raise exception 'a debt to repay does not exist' using errcode = 'foreign_key_violation';
    end if;
  end loop;
end
$$;
