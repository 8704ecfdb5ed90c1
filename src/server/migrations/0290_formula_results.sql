-- How far the results of an entity's formulas have been calculated again, for records that were stored before the formulas were as they are.
create table formula_results (
  entity text primary key,
  -- Hash of the formulas; others begin anew.
  formulas text not null,
  -- Records up to this id have been visited.
  last_id bigint not null default 0,
  changed int not null default 0,
  started_at timestamptz not null,
  -- When every record had been visited once. Records that another process stored meanwhile by the former formulas are visited again after it.
  visited_at timestamptz,
  finished_at timestamptz
);
