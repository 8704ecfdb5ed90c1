-- A sum that stays a bigint; an overflow is an error, as with `+`. The built-in sum uses numeric with a separate state in memory for every
-- group, which is most of the work when verify compares millions of groups.
create aggregate whole_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);
