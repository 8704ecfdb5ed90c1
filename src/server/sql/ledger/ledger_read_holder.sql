-- Status, lots with points left and debts (oldest first) of a member or corporate member; `before`: only lots that expire before it.
create function ledger_read_holder(account bigint, owner_id text, before date)
returns table (status text, lots jsonb, debts jsonb) language plpgsql stable as $$
begin
  return query select
    (select m.status from member m where m.member_no = $2),
    (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'issuerCompanyNo', l.issuer_company_no, 'activityCode', l.activity_code,
        'remainingPoints', l.remaining_points, 'effectiveDate', l.effective_date, 'expireDate', l.expire_date)), '[]')
      from point_lot l where l.account_id = $1 and l.remaining_points > 0 and l.expire_date < coalesce($3, date 'infinity')),
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'points', p.outstanding_points) order by p.created_at, p.id), '[]')
      from member_pending_point p where p.account_id = $1 and p.outstanding_points > 0);
end
$$;
