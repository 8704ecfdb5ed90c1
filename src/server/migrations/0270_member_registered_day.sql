-- New members are counted by day in Taipei (view daily_members).
create index member_registered_day on member (((registered_at at time zone 'Asia/Taipei')::date));
