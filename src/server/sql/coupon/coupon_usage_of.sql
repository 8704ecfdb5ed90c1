-- Usage of the coupons given out in a range of days, by product, month of issue, supplier or outlet of use (domain 4.16).
-- `companies`: null for all; otherwise only theirs, and each group contains coupons of one company.
-- `asked`: the groupings whose columns a filter names; groups are divided by these too, because a group of several products has no product
-- that a filter could find.
-- By outlet only used coupons are counted; the counts of unused ones are empty, because they belong to no outlet.
-- Settlement amounts are not rounded here but where they are shown, because the sum of rounded groups would differ between groupings
-- (domain 2.6, money).
create function coupon_usage_of(wanted_group text, asked text[], date_from date, date_to date, companies text[])
returns table (id bigint, group_by text, issued_date date, group_label text, coupon_batch_no text, coupon_name text, supplier_company_no text,
  period_no text, retail_store_no text, issued_count int, used_count int, void_count int, expired_count int, open_count int,
  usage_rate numeric, expiry_rate numeric, issued_points bigint, face_used bigint, settle_amount numeric, average_days_to_use numeric)
language sql stable as $$
  with divided as (
    select wanted_group = '1' or '1' = any (asked) as by_batch, wanted_group = '2' or '2' = any (asked) as by_month,
      wanted_group <> '2' or '3' = any (asked) or companies is not null as by_supplier, wanted_group = '4' or '4' = any (asked) as by_outlet
  ), given as (
    select c.status, c.points, c.issued_at, c.used_at, b.coupon_batch_no as batch_no, b.coupon_name as name, b.supplier_company_no as supplier_no,
      b.face_value, case when b.settle_basis = '1' then b.settle_price else 0 end as settle_price,
      to_char(c.issued_at at time zone 'Asia/Taipei', 'YYYYMM') as month, c.used_retail_store_no as store_no
    from divided cross join coupon c join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
    where c.issued_at >= date_from::timestamp at time zone 'Asia/Taipei' and c.issued_at < (date_to + 1)::timestamp at time zone 'Asia/Taipei'
      and (companies is null or b.supplier_company_no = any (companies)) and (not divided.by_outlet or c.status = '3')
  ), grouped as (
    select case when by_batch then batch_no end as batch_no, case when by_supplier then supplier_no end as supplier_no,
      case when by_month then month end as month, case when by_outlet then store_no end as store_no,
      min(name) as name, count(*)::int as given, count(*) filter (where status = '3')::int as used,
      count(*) filter (where status = '4')::int as void, count(*) filter (where status = '5')::int as expired,
      count(*) filter (where status = '2')::int as open, sum(points)::bigint as points,
      coalesce(sum(face_value) filter (where status = '3'), 0)::bigint as face_used,
      coalesce(sum(settle_price) filter (where status = '3'), 0) as settled,
      avg(extract(epoch from used_at - issued_at) / 86400) filter (where status = '3') as days
    from divided cross join given group by 1, 2, 3, 4
  )
  select row_number() over (order by g.batch_no, g.month, g.supplier_no, g.store_no), wanted_group, date_from,
    case wanted_group when '1' then g.name when '2' then substr(g.month, 1, 4) || '年' || substr(g.month, 5) || '月'
      when '3' then s.company_short_name else coalesce(r.store_name, '未填門市') end,
    g.batch_no, case when g.batch_no is not null then g.name end, g.supplier_no, g.month, g.store_no,
    case when not divided.by_outlet then g.given end, g.used, case when not divided.by_outlet then g.void end,
    case when not divided.by_outlet then g.expired end, case when not divided.by_outlet then g.open end,
    case when not divided.by_outlet then round(100.0 * g.used / nullif(g.given - g.void, 0), 2) end,
    case when not divided.by_outlet then round(100.0 * g.expired / nullif(g.given - g.void, 0), 2) end,
    g.points, g.face_used, g.settled, round(g.days::numeric, 1)
  from divided cross join grouped g
  left join company s on s.company_no = g.supplier_no
  left join retail_store r on r.retail_store_no = g.store_no
$$;
