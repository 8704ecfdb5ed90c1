-- Who shares a name with whom, and the staff alone among many members: the dictionary of colleagues asks this at every look-up.
create index app_user_full_name on app_user (user_type, full_name);
