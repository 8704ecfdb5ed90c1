-- The id of the posting with a number: `seal_number` the other way.
create function first_id(number bigint) returns bigint language sql immutable parallel safe as 'select number << 12';
