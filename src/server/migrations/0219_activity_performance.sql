-- 活動績效報表 (domain 4.11, 7.8): what an activity gave is found by its code.
create index point_entry_activity on point_entry (component_code, business_date) where component = 'ACTIVITY';
