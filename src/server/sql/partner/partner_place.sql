-- The facts that depend only on company, outlet and day. They are the same for all calls until `facts_version` changes.
create function partner_place(company text, store_code text, terminal text, business_day date, is_credit boolean,
  out facts json, out terms json, out periods json)
language plpgsql stable as $$
begin
  facts := (
    select case when is_credit then (to_jsonb(f) || jsonb_build_object('activities', automatic_activities(company, business_day)))::json
      else to_json(f) end
    from partner_facts(company, store_code, terminal, null, null, null, case when is_credit then business_day end) f);
  terms := (select to_json(t) from company_terms(company) t);
  periods := (
    select json_agg(json_build_object('id', p.id, 'stream', p.stream, 'status', p.status))
    from company_period p where p.company_no = company and business_day between p.start_date and p.end_date);
end
$$;
