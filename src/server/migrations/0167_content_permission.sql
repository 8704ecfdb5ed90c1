-- Contents of the portal are added and edited by one permission, `edit`; `create` existed by mistake.
update app_role
set permissions = (permissions - 'exchange_cms.exchange_cms_redirect.create')
  || case when permissions @> '["exchange_cms.exchange_cms_redirect.edit"]' then '[]'::jsonb else '["exchange_cms.exchange_cms_redirect.edit"]'::jsonb end
where permissions @> '["exchange_cms.exchange_cms_redirect.create"]';
