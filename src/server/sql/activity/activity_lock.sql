-- Locks campaigns in ascending id until the transaction ends, so that what their budgets leave stays true. Called after the accounts of a
-- posting are locked, never before: sales, returns and batches all take their locks in this order.
create function activity_lock(ids bigint[]) returns setof activity language sql volatile as $$
  select a.* from activity a where a.id = any (ids) order by a.id for no key update
$$;
