-- Approval of campaigns by a second person, their versions and their history (domain 3.4, 4.13).

-- Counts changes of the content; a decision does not make a new version.
alter table activity add column version int not null default 1 constraint activity_version_check check (version >= 1);

-- People may leave the code empty, and the server numbers it. The default only says that the column may be left out.
alter table activity alter column activity_code set default 'X' || upper(substr(md5(random()::text), 1, 9));

-- Lists show the members of a campaign one by one.
alter table activity_member add column id bigint not null default random_id() constraint activity_member_id_key unique;

-- 活動異動: a request about a campaign that a second person decides. Kept when a rejected campaign is deleted, so it stores code and name.
create table activity_adjustment (
  id bigint primary key default random_id(),
  adjustment_no text not null unique check (adjustment_no ~ '^AA[0-9]{12}$'),
  -- ActivityAdjustType: 1 new campaign, 2 change, 3 end.
  adjust_type text not null check (adjust_type in ('1', '2', '3')),
  activity_id bigint not null,
  activity_code text not null,
  activity_name text not null,
  company_no text not null,
  -- What people see: [{field, title, before, after}] as texts.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  -- The budget after the request, and by how much it grows.
  budget_points bigint not null check (budget_points >= 1),
  budget_diff bigint not null,
  reason text check (char_length(reason) between 1 and 200),
  -- Who wrote the content last. Neither this person nor the submitter decides.
  drafted_by text not null,
  submitted_by text not null,
  submitted_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  reject_reason text check (char_length(reject_reason) between 1 and 200),
  -- ActivityAdjustStatus: 2 waiting, 3 approved, 4 rejected, 5 withdrawn.
  status text not null check (status in ('2', '3', '4', '5')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint activity_adjustment_reason check (adjust_type = '1' or reason is not null),
  constraint activity_adjustment_decided check ((approved_by is null) = (approved_at is null) and (status <> '3' or approved_by is not null)),
  constraint activity_adjustment_rejected check ((status = '4') = (reject_reason is not null)),
  constraint activity_adjustment_two_people check (approved_by is null or (approved_by <> submitted_by and approved_by <> drafted_by))
);
create unique index activity_adjustment_open on activity_adjustment (activity_id) where status = '2';
create index activity_adjustment_activity on activity_adjustment (activity_id, submitted_at desc);
create index activity_adjustment_status on activity_adjustment (status, submitted_at desc);

-- What an approval needs of its request, and people do not see.
create table activity_adjustment_content (
  adjustment_id bigint primary key references activity_adjustment (id),
  -- The values that a change stores, by field.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- Digest of the campaign and its members as they were submitted. A decision about anything else is refused.
  digest text not null check (digest ~ '^[0-9a-f]{64}$')
);

-- What happened to a campaign; rows are only ever added.
create table activity_event (
  sequence bigint generated always as identity primary key,
  occurred_at timestamptz not null,
  activity_id bigint not null,
  activity_code text not null,
  activity_name text not null,
  company_no text not null,
  -- ActivityHistoryAction.
  history_action text not null check (history_action in ('1', '2', '3', '4', '5', '6', '7', '8', '9')),
  version int not null check (version >= 1),
  -- [{field, title, before, after}] as stored texts.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  -- The whole campaign of this version: stored texts by field.
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  adjustment_no text,
  user_name text not null,
  approved_by text,
  remark text check (char_length(remark) <= 500)
);
create index activity_event_activity on activity_event (activity_id, sequence);
create index activity_event_time on activity_event (occurred_at desc);
