-- Texts and pictures of the exchange portal (domain 4.17).

create table portal_content (
  id bigint primary key default random_id(),
  content_type text not null check (content_type in ('1', '2', '3', '4', '5', '6', '7')),
  title text not null check (char_length(title) <= 100),
  body text not null check (char_length(body) <= 20000),
  -- Image as a data URL; banners and steps only.
  image text,
  display_order int not null check (display_order between 1 and 999),
  version text not null check (char_length(version) <= 10),
  start_at timestamptz,
  end_at timestamptz,
  status text not null default '1' check (status in ('1', '2', '3')),
  published_at timestamptz,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint portal_content_range check (end_at > start_at),
  constraint portal_content_image check (image is null or content_type in ('1', '5'))
);

-- Banners, steps and questions are many of one type, each in a place of its own; the other types are one document in versions.
create unique index portal_content_version on portal_content (content_type, version) where content_type in ('2', '3', '4', '7');
create unique index portal_content_place on portal_content (content_type, display_order, version) where content_type in ('1', '5', '6');

-- One text in force at a time.
create unique index portal_content_published on portal_content (content_type) where status = '2' and content_type in ('2', '3', '4', '7');
create unique index portal_content_published_place on portal_content (content_type, display_order)
  where status = '2' and content_type in ('1', '5', '6');
