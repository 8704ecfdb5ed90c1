-- Lines of invoices and allowances cannot be changed.
create trigger invoice_line_insert_only before update or delete or truncate on invoice_line execute function insert_only();
