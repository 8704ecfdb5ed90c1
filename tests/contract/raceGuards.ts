/**
 * Removes the guards of balances, outermost first: the row lock, the version in the conditional update, and the constraints of the tables.
 * Each transaction waits until another one has decided too, so that without the lock they collide. Used to show that the races fail without
 * the guards.
 *
 * @param isRich SQL condition on accounts `a` whose writers wait for each other
 */
export function withoutBalanceGuards(isRich: string): string {
  return `
    create sequence deciders;
    grant usage, select on sequence deciders to public;
    create or replace function ledger_lock_holders(wanted jsonb) returns setof point_account language plpgsql as $$
    begin
      perform ledger_ensure_accounts(wanted);
      return query select a.* from point_account a where (a.class, a.owner_id) in
        (select r.class, r.owner_id from jsonb_to_recordset(wanted) as r (class text, owner_id text)) order by a.id;
    end $$;
    create or replace function ledger_hold_holders(moves json, wanted int[]) returns void language plpgsql as $$
    declare is_rich boolean;
    begin
      select into is_rich exists (select from point_account a where ${isRich});
      if is_rich then
        perform nextval('deciders');
        for tries in 1..1000 loop
          exit when (select last_value >= 2 from deciders);
          perform pg_sleep(0.01);
        end loop;
      end if;
      -- One after the other, so that their hash chain is whole.
      perform from point_account a where a.id in (select m.account_id from json_to_recordset(moves) as m (account_id bigint))
      order by a.id for no key update;
    end $$;
    alter table point_account drop constraint point_account_sum, drop constraint point_account_debt;
    alter table point_lot drop constraint point_lot_remaining;
    drop index point_entry_account_seq;`
}

/** Makes every call take locks, as calls do after they were overtaken. */
export const withoutBatches = `
  create or replace function partner_claim_many(requests json, accounts bigint[], versions bigint[], posted bigint[], periods bigint[],
    lines json) returns int[] language sql as 'select array[]::int[]';`

/**
 * Removes the guards of balances where calls are written together: decisions from an outdated state of a member are written too, and the
 * tables accept them. Used to show that the races fail without the guards.
 */
export const withoutVersionGuards = `
  create or replace function partner_unmoved(accounts bigint[], versions bigint[]) returns int[] language sql as $$
    select array(select generate_subscripts(accounts, 1)) $$;
  create or replace function partner_hold(accounts bigint[], versions bigint[], wanted int[]) returns int[] language sql as $$
    select wanted $$;
  create or replace function ledger_hold_holders(moves json, wanted int[]) returns void language plpgsql as 'begin end';
  alter table point_account drop constraint point_account_sum, drop constraint point_account_debt;
  alter table point_lot drop constraint point_lot_remaining;
  drop index point_entry_account_seq;`

/** Makes calls that are written together wait for the close of a period that one of them is in. */
export const withoutPeriodGuard = `
  create or replace function partner_hold_periods(periods bigint[], lines json, posted bigint[], wanted int[]) returns int[] language sql
  as 'select wanted';`

/** Removes the guard that makes an external number count only once. */
export const withoutNumberGuards = `
  alter table partner_idempotency drop constraint partner_idempotency_pkey;
  alter table posting_source drop constraint posting_source_pkey;`

/** Reads the count of the minute first and writes it later, like a limit without a guard. */
export const withoutLimitGuard = `
  create or replace function partner_admit(platform text, known_version int, call_nonce text, at timestamptz, calls_max int,
    second_max int default null, out outcome text, out calls int) language plpgsql volatile as $$
  begin
    select m.calls into calls from partner_minute m where m.platform_no = platform and m.minute = date_trunc('minute', at);
    calls := coalesce(calls, 0) + 1;
    perform pg_sleep(0.05);
    insert into partner_minute as m (platform_no, minute, calls) values (platform, date_trunc('minute', at), 1)
    on conflict (platform_no, minute) do update set calls = m.calls + 1;
    outcome := case when partner_admit.calls > calls_max then 'limited' else 'admitted' end;
  end $$;`

/**
 * Removes the guards of the budgets of campaigns: sales decide on what the budget held when they looked, and the table takes more than the
 * budget. Used to show that the races fail without the guards.
 */
export const withoutBudgetGuards = `
  create or replace function activity_lock(ids bigint[]) returns setof activity language sql volatile as $$
    select a.* from (select pg_sleep(0.05)) as late cross join activity a where a.id = any (ids) order by a.id $$;
  alter table activity drop constraint activity_budget;`
