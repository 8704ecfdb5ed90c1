-- Tiers as a text sorted by points: `≥0：0%；≥500,000：3%`.
create function tier_summary(tiers jsonb) returns text language sql immutable as $$
  select string_agg('≥' || to_char(t."conditionPoint", 'FM9,999,999,999,990') || '：' || trim_scale(t."discountRate") || '%', '；'
    order by t."conditionPoint")
  from jsonb_to_recordset(tiers) as t ("conditionPoint" bigint, "discountRate" numeric)
$$;
