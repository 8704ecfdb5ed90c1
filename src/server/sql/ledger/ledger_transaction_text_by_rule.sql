-- The text of a transaction that the hash chain covers, with its rule given as text. The rule is most of the text, so verify makes the text
-- of each rule once for all its transactions.
create function ledger_transaction_text_by_rule(t point_transaction, rule_text text) returns text language sql stable parallel safe as $$
  select row(t.id, t.transaction_no, t.kind, extract(epoch from t.business_at), t.business_date - date '2000-01-01',
    extract(epoch from t.posted_at), t.source, t.source_id, t.platform_no, t.external_txn_no, t.request_hash, t.company_no,
    t.retail_store_no, t.member_no, t.corporate_no, t.amount, t.payable_amount, t.payment_type, t.card_no, t.reward_point_id,
    rule_text, t.activity_code, t.original_transaction_id, t.is_late_posted, t.remark, t.created_by, t.entry_count,
    t.chain_account_id, t.chain_seq)::text
$$;
