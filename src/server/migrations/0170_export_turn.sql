-- Who is downloading an export right now, one row per person, shared by all processes of the server. A row whose time is over belongs to a
-- process that died or to a reader who stopped reading, and stops nobody.
create table export_turn (
  user_id bigint primary key,
  holder uuid not null,
  lease_until timestamptz not null
);
