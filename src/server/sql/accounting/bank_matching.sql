-- What becomes of each line of a bank's file, and of each of ours that it lacks: by the external number first, equal points before other
-- ones, then by day, card and points. Lines of the same kind are paired in their order, each once. The lines have no statistics yet when
-- they are compared: a nested loop over two files would take hours, and a merge of lines that are all alike as long. Only hashes keep the
-- whole key.
create function bank_matching(wanted_file bigint)
returns table (line_id bigint, transaction_id bigint, bank_item text, platform_points bigint, result text, matched_by text,
  external_txn_no text, business_date date)
language sql stable rows 20000 set enable_nestloop to off set enable_mergejoin to off
as $$
  with line as materialized (
    select l.id, l.row_no, l.txn_date, l.card_last4, l.external_txn_no, l.bank_item, l.bank_points as points
    from bank_line l where l.file_id = wanted_file and l.row_no is not null
  ), unit as materialized (
    select u.*, bank_number(u.external_txn_no) as plain_no
    from bank_unit((select f.period_id from bank_file f where f.id = wanted_file)) u
  ), same as materialized (
    select l.id, u.transaction_id, u.bank_item
    from (
      select id, external_txn_no, bank_item, points, row_number() over (partition by external_txn_no, bank_item, points order by row_no) as place
      from line where external_txn_no is not null
    ) l
    join (
      select transaction_id, plain_no, bank_item, points,
        row_number() over (partition by plain_no, bank_item, points order by transaction_id) as place
      from unit where plain_no is not null
    ) u on u.plain_no = l.external_txn_no and u.bank_item = l.bank_item and u.points = l.points and u.place = l.place
  ), other as materialized (
    select l.id, u.transaction_id, u.bank_item
    from (
      select id, external_txn_no, bank_item, row_number() over (partition by external_txn_no, bank_item order by row_no) as place
      from line where external_txn_no is not null and not exists (select from same s where s.id = line.id)
    ) l
    join (
      select transaction_id, plain_no, bank_item,
        row_number() over (partition by plain_no, bank_item order by transaction_id) as place
      from unit
      where plain_no is not null
        and not exists (select from same s where s.transaction_id = unit.transaction_id and s.bank_item = unit.bank_item)
    ) u on u.plain_no = l.external_txn_no and u.bank_item = l.bank_item and u.place = l.place
  ), numbered as materialized (
    select * from same union all select * from other
  ), left_line as materialized (
    select * from line where card_last4 is not null and not exists (select from numbered n where n.id = line.id)
  ), left_unit as materialized (
    -- Cards as they were known when the file was compared.
    select distinct u.transaction_id, u.bank_item, u.points, u.business_date, right(c.card_no, 4) as card_last4
    from unit u join member_card c on c.member_no = u.member_no
    where least(c.created_at, c.bound_at) <= (select coalesce(f.matched_at, f.imported_at) from bank_file f where f.id = wanted_file)
      and not exists (select from numbered n where n.transaction_id = u.transaction_id and n.bank_item = u.bank_item)
  ), carded as materialized (
    -- Somebody with two cards stands for each of them.
    select distinct on (u.transaction_id, u.bank_item) l.id, u.transaction_id, u.bank_item
    from (
      select *, row_number() over (partition by txn_date, card_last4, bank_item, points order by row_no) as place from left_line
    ) l
    join (
      select *, row_number() over (partition by business_date, card_last4, bank_item, points order by transaction_id) as place from left_unit
    ) u on u.business_date = l.txn_date and u.card_last4 = l.card_last4 and u.bank_item = l.bank_item and u.points = l.points
      and u.place = l.place
    order by u.transaction_id, u.bank_item, l.row_no
  ), carded_again as materialized (
    select distinct on (u.transaction_id, u.bank_item) l.id, u.transaction_id, u.bank_item
    from (
      select *, row_number() over (partition by txn_date, card_last4, bank_item, points order by row_no) as place
      from left_line where not exists (select from carded c where c.id = left_line.id)
    ) l
    join (
      select *, row_number() over (partition by business_date, card_last4, bank_item, points order by transaction_id) as place
      from left_unit
      where not exists (select from carded c where c.transaction_id = left_unit.transaction_id and c.bank_item = left_unit.bank_item)
    ) u on u.business_date = l.txn_date and u.card_last4 = l.card_last4 and u.bank_item = l.bank_item and u.points = l.points
      and u.place = l.place
    order by u.transaction_id, u.bank_item, l.row_no
  ), pair as materialized (
    select n.*, '1' as matched_by from numbered n
    union all select c.*, '2' from carded c
    union all select c.*, '2' from carded_again c
  )
  select l.id, u.transaction_id, coalesce(l.bank_item, u.bank_item), u.points,
    case when l.id is null then '4' when u.transaction_id is null then '3' when l.points = u.points then '1' else '2' end,
    p.matched_by, coalesce(l.external_txn_no, u.external_txn_no), coalesce(l.txn_date, u.business_date)
  from line l
  left join pair p on p.id = l.id
  full join unit u on u.transaction_id = p.transaction_id and u.bank_item = p.bank_item
$$;
