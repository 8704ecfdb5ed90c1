-- One-time tickets to the external site for the portal's contents (domain 4.17). Hashes only; a row is gone once its ticket is used.
create table content_ticket (
  ticket_hash text primary key,
  user_name text not null,
  expires_at timestamptz not null
);
