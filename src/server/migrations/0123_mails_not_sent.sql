-- Mails that waited when their text became sealed (0105) can no longer go out: 系統活動紀錄 lists each, so that whoever is responsible
-- sends it again from the screen it belongs to. The text says what to do; nothing of the mail itself is known any more.
insert into activity_log (log_category, log_level, message, detail, mail_id)
select '5', '3', '信件於升級前未寄出，內容已清除，請由原作業重新寄送：' || subject,
  jsonb_build_object('to', recipient, 'subject', subject, 'error', error)::text, id
from mail_outbox
where status = 'failed' and sealed is null and error = '升級前未寄出，內容已清除，請重新寄送。'
order by id;
