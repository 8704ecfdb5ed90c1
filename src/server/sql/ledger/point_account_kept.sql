-- Accounts cannot be removed, nor given to another owner.
create trigger point_account_kept before delete or update of id, class, owner_id on point_account
  for each row execute function insert_only();
