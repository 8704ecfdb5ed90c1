-- A posted sheet cannot be changed; it is corrected by an opposite sheet.
create function adjustment_sheet_keep_posted() returns trigger language plpgsql as $$
begin
  raise exception 'an approved adjustment sheet is kept' using errcode = 'restrict_violation';
end
$$;
