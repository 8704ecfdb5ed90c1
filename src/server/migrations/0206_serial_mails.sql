-- Serials that a corporate member has mailed to its own people: one serial, one recipient. What opens a serial is not kept here; it is in
-- the sealed list of the order while that exists, and in the mail until it is out.
create table serial_mail (
  serial_id bigint primary key references point_serial (id),
  settlement_no text not null references corporate_settlement (settlement_no),
  recipient_name text not null check (char_length(recipient_name) between 1 and 50),
  recipient_email text not null check (char_length(recipient_email) between 3 and 100),
  -- The newest mail of it; whether it was sent is told by the outbox.
  mail_id bigint not null,
  -- How often it was sent, the first time included.
  mail_count int not null default 1 check (mail_count > 0),
  created_by text not null,
  created_at timestamptz not null
);
-- Nobody gets two serials of one order by mistake.
create unique index serial_mail_recipient on serial_mail (settlement_no, lower(recipient_email));
