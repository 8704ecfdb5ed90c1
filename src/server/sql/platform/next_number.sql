-- The next gap-free number of a series and period. The row lock lasts until the transaction of the caller ends.
create function next_number(wanted_series text, wanted_period text) returns bigint language sql volatile as $$
  insert into number_series as current (series, period, last_number) values (wanted_series, wanted_period, 1)
  on conflict (series, period) do update set last_number = current.last_number + 1
  returning last_number
$$;
