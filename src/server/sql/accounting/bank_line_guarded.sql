-- Lines of a bank's file stay as they came, and all of them once the period is closed.
create trigger bank_line_guarded before update or delete on bank_line for each row execute function bank_line_guard();
