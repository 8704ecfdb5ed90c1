create trigger remainder_point_fixed before insert or update or delete on remainder_point
  for each row execute function remainder_open_only();
