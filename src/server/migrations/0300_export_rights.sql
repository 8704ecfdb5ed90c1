-- The rights with which a file was written, as a hash: whoever has others now is not given the file. Null in rows of the version before.
alter table export_file add column rights text;
