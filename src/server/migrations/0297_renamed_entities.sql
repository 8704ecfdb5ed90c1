-- Entities and columns of rows get new names too. The owner of a column is the entity with the field that holds the rows: `order.lines`.
alter table document_rename drop constraint document_rename_kind_check;
alter table document_rename
  add constraint document_rename_kind_check check (kind in ('field', 'column', 'option', 'screen', 'entity', 'convert'));
