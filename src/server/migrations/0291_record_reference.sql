-- Which JSON records name which records (`x-ref`), so that what names a record is found without reading every record. Written with every
-- record that names others; a job writes it for records that were stored before their fields were references.
create table record_reference (
  record_id bigint not null references record_document (id) on delete cascade,
  -- `lotNo`, or of the rows of a list `lines.lotNo`.
  field text not null,
  named_entity text not null,
  named_key text not null,
  -- Entity of the record.
  entity text not null,
  primary key (record_id, field, named_key)
);
create index record_reference_named on record_reference (named_entity, named_key, entity, field, record_id);
