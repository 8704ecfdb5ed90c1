-- The number of a partner as a bank's file has it: without what nobody sees and blanks at its ends, full-width signs as plain ones. A
-- partner may fill its numbers up with blanks, and older ones were stored with whatever was sent; a cell of a file is read plain.
create function bank_number(external_no text)
returns text
language sql immutable strict parallel safe
as $$
  select btrim(normalize(
    regexp_replace(external_no, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
      '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), nfkc))
$$;
