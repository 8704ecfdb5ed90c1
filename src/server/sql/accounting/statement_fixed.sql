-- A closed statement cannot be changed, except for its status, invoices and payments (I9).
create trigger statement_fixed before delete
  or update of id, statement_no, statement_kind, period_id, version, company_no, company_name, tax_number, settlement_mode, period_no,
    start_date, end_date, issued_points, returned_points, adjusted_points, net_ap_points, prepaid_used_points, tier_base_points,
    discount_rate, ap_gross_amount, ap_discount_amount, ap_fee, write_off_points, write_off_amount, conv_in_points, conv_in_amount, ap_tax,
    redeemed_points, redeem_return_points, dp_adjusted_points, net_dp_points, dp_amount, dp_tier_base_points, dp_discount_rate,
    dp_gross_fee, dp_discount_amount, dp_proc_fee, dp_proc_tax, coupon_used_count, coupon_settle_amount, conv_out_points, conv_out_amount,
    base_points, extra_points, net_points, payer_amount, payer_tax, transaction_count, sales_amount, receivable_amount, payable_amount,
    other_amount, net_amount, terms, workings, closed_by, closed_at, due_date
  on statement for each row execute function insert_only();
