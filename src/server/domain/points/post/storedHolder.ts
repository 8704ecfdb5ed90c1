import { sql } from 'kysely'
import { type MemberStatus, memberStatus } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { AccountRef } from '../domain/kinds.ts'
import type { Lot } from '../domain/lots.ts'
import type { Debt, LotHolder } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import type { HolderAccount, WantedLots } from './postingPort.ts'

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
export function lotHolderOf(account: AccountRef, stored: StoredHolder): LotHolder {
  if (account.class === 'MEMBER' && stored.status === null) throw new LedgerRefusal('E1201')
  return {
    account,
    status: account.class === 'MEMBER' ? statuses[stored.status ?? '3'] : 'normal',
    lots: stored.lots.map(({ id, ...lot }) => ({ ...lot, key: { id } })),
    debts: stored.debts,
  }
}

type StoredAccount = Pick<HolderAccount, 'accountId' | 'account'>

/** See `PostingPort.readLotHolder`. */
export async function readLotHolder(db: Executor, { accountId, account }: StoredAccount, lots: WantedLots = 'all'): Promise<LotHolder> {
  const before = lots === 'all' ? null : lots.expiredOn
  const { rows } = await sql<StoredHolder>`
    select status, lots, debts from ledger_read_holder(${accountId}, ${account.ownerId}, ${before}::date)`.execute(db)
  const stored = rows[0]
  if (!stored) throw new Error('a query without rows')
  return lotHolderOf(account, stored)
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
    return lotHolderOf(account, row)
  }
}
