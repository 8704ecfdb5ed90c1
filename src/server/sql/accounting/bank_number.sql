-- The number of a partner as a bank's file has it: without what nobody sees and blanks at its ends, full-width signs as plain ones. A
-- partner may fill its numbers up with blanks, and older ones were stored with whatever was sent; a cell of a file is read plain.
create function bank_number(external_no text)
returns text
language sql immutable strict parallel safe
as $$
  select btrim(normalize(
    regexp_replace(external_no, '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), nfkc))
$$;
