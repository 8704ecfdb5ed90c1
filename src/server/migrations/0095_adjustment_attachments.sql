-- Papers that belong to an adjustment sheet (domain 4.8): pictures and PDFs, each as {name, content} with a base64 data URL.
alter table adjustment_sheet
  add column attachments jsonb check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 5);
