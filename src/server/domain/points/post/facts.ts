import { sql } from 'kysely'
import { type MemberStatus, memberStatus } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type ApprovedChange, valuesOn } from '../../company/public.ts'
import type { AccountRef } from '../domain/kinds.ts'
import type { Lot } from '../domain/lots.ts'
import type { SettlementTerms } from '../domain/periods.ts'
import type { Debt, HolderAccount, LotHolder } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'

/** What the ledger needs to know of a company; prices are those of the business date (domain 4.5). */
export interface CompanyTerms extends SettlementTerms {
  /** NT$ untaxed per awarded point. */
  readonly apUnitPrice: number
  /** NT$ tax included per redeemed point. */
  readonly dpUnitPrice: number
}

/** A row of `company_terms`. */
export type StoredTerms = CompanyTerms & { readonly approved: readonly ApprovedChange[] | null }

/** The terms that hold on a business date. */
export function termsOn({ approved, ...current }: StoredTerms, date: string): CompanyTerms {
  const terms = approved === null ? current : valuesOn<CompanyTerms>(current, approved, date)
  // A request keeps an empty switch as null.
  return { ...terms, bankStream: terms.bankStream === true }
}

/**
 * Reads what the terms of companies follow from on any business date, by company.
 *
 * @throws Error for a company that does not exist: the caller has checked its number
 */
export async function readStoredTerms(db: Executor, companyNos: readonly string[]): Promise<ReadonlyMap<string, StoredTerms>> {
  if (companyNos.length === 0) return new Map()
  const { rows } = await sql<StoredTerms>`
    select t.* from unnest(${companyNos}::text[]) as wanted, company_terms(wanted) as t`.execute(db)
  const known = new Map(rows.map((row) => [row.companyNo, row]))
  const unknown = companyNos.find((companyNo) => !known.has(companyNo))
  if (unknown !== undefined) throw new Error(`no company ${unknown}`)
  return known
}

/** The terms of one company on a business date (YYYY-MM-DD). */
export async function readTerms(db: Executor, companyNo: string, date: string): Promise<CompanyTerms> {
  return termsOn((await readStoredTerms(db, [companyNo])).get(companyNo) as StoredTerms, date)
}

const statuses = {
  [memberStatus.normal]: 'normal',
  [memberStatus.frozen]: 'frozen',
  [memberStatus.closed]: 'closed',
} as const satisfies Record<MemberStatus, LotHolder['status']>

/** As `ledger_read_holder` gives it. */
export interface StoredHolder {
  /** MemberStatus; null for who is no member. */
  readonly status: MemberStatus | null
  readonly lots: readonly (Omit<Lot, 'key'> & { readonly id: number })[]
  readonly debts: readonly Debt[]
}

/** @throws LedgerRefusal E1201 for a member that does not exist */
export function toLotHolder(account: AccountRef, stored: StoredHolder): LotHolder {
  if (account.class === 'MEMBER' && stored.status === null) throw new LedgerRefusal('E1201')
  return {
    account,
    status: account.class === 'MEMBER' ? statuses[stored.status ?? memberStatus.closed] : 'normal',
    lots: stored.lots.map(({ id, ...lot }) => ({ ...lot, key: { id } })),
    debts: stored.debts,
  }
}

/** Which lots a posting needs. `expiredOn`: only those that late expiry takes, which is enough for a posting that takes no points. */
export type WantedLots = 'all' | { readonly expiredOn: string }

type StoredAccount = Pick<HolderAccount, 'accountId' | 'account'>

/** See `PostingPort.readLotHolder`. */
export async function readLotHolder(db: Executor, { accountId, account }: StoredAccount, lots: WantedLots = 'all'): Promise<LotHolder> {
  const before = lots === 'all' ? null : lots.expiredOn
  const { rows } = await sql<StoredHolder>`
    select status, lots, debts from ledger_read_holder(${accountId}, ${account.ownerId}, ${before}::date)`.execute(db)
  const stored = rows[0]
  if (!stored) throw new Error('a query without rows')
  return toLotHolder(account, stored)
}

/**
 * {@link readLotHolder} with all lots for many accounts in one query.
 *
 * @returns the holder of one of the accounts; throws LedgerRefusal E1201 for a member that does not exist
 */
export async function readLotHolders(db: Executor, accounts: readonly StoredAccount[]): Promise<(account: StoredAccount) => LotHolder> {
  const ids = accounts.map(({ accountId }) => accountId)
  const owners = accounts.map(({ account }) => account.ownerId)
  const { rows } = await sql<StoredHolder & { readonly accountId: number }>`
    select wanted.account_id, held.status, held.lots, held.debts
    from unnest(${ids}::bigint[], ${owners}::text[]) as wanted (account_id, owner_id)
    cross join lateral ledger_read_holder(wanted.account_id, wanted.owner_id, null::date) as held`.execute(db)
  const stored = new Map(rows.map((row) => [row.accountId, row]))
  return ({ accountId, account }) => {
    const row = stored.get(accountId)
    if (!row) throw new Error(`account ${accountId} was not read`)
    return toLotHolder(account, row)
  }
}
