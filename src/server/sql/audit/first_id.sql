-- The first id of the posting with a number; the inverse of `seal_number`.
create function first_id(number bigint) returns bigint language sql immutable parallel safe as 'select number << 12';
