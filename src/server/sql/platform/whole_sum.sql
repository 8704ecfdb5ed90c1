-- A sum that stays a bigint; a sum too large for one is an error, as with `+`. The built-in one goes through numeric, with a state of its own
-- in memory for every group: of millions of groups, which verify compares, that is most of the work.
create aggregate whole_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);
