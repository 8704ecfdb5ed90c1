-- See `coupon_check_step`.
create trigger coupon_step before update on coupon for each row execute function coupon_check_step();
