-- Terms of a company that postings need. `approved`: its approved changes, oldest decision first (src/server/domain/company/termsOn.ts).
create function company_terms(wanted text)
returns table (company_no text, settlement_mode text, payg_cycle text, cycle_day int, bank_stream boolean, ap_unit_price numeric,
  dp_unit_price numeric, approved jsonb)
language plpgsql stable as $$
begin
  return query
    select c.company_no, c.settlement_mode, c.payg_cycle, c.cycle_day::int, coalesce(c.bank_stream, false), c.ap_unit_price, c.dp_unit_price,
      (select jsonb_agg(jsonb_build_object('effectiveDate', r.effective_date, 'changes', r.changes) order by r.approved_at)
        from change_request r where r.entity = 'company' and r.record_id = c.id and r.status in ('2', '3'))
    from company c where c.company_no = wanted;
end
$$;
