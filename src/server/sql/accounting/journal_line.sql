-- 會計分錄: the lines of all vouchers with the account codes that were in force on their day.
create view journal_line as
select hashtextextended(v.voucher_no || '/' || v.line_no, 0) & 9007199254740991 as id, v.voucher_no, v.voucher_date, v.voucher_kind,
  v.is_reversal,
  -- Without gaps, also where a line of nothing was left out. Partitioned by the day, so that a range of days is read alone.
  row_number() over (partition by v.voucher_date, v.voucher_no order by v.line_no)::int as line_no, coalesce(nullif(c.value, ''), '未設定') as account_code, coalesce(c.name, v.account) as account_name,
  nullif(greatest(v.amount, 0), 0) as debit_amount, nullif(greatest(-v.amount, 0), 0) as credit_amount, v.tax_code, v.document_no, v.statement_no, v.company_no,
  v.corporate_no, coalesce(m.company_short_name, e.company_name) as party_name, coalesce(m.tax_number, e.tax_number) as party_tax_number
from journal_voucher v
left join company m on m.company_no = v.company_no
left join corporate_member e on e.corporate_no = v.corporate_no
left join lateral (
  select c.value, c.name from code_table c
  where c.category = '1' and c.code = 'JOURNAL.' || v.account and c.is_enabled and c.effective_from <= v.voucher_date
  order by c.effective_from desc limit 1
) c on true;
