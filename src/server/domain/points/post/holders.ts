import { sql } from 'kysely'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { type AccountRef, isHolder, sameAccount } from '../domain/kinds.ts'
import type { Lot } from '../domain/lots.ts'
import type { Debt, LotHolder } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import '../tables.ts'
import { DraftLeftError, draftOf } from './draft.ts'

/** A holder account as it was when it was locked. */
export interface LockedAccount {
  readonly accountId: number
  readonly account: AccountRef
  readonly balance: number
  /** Number of its entries. */
  readonly version: number
}

const statuses = { '1': 'normal', '2': 'frozen', '3': 'closed' } as const satisfies Record<string, LotHolder['status']>

/**
 * Locks holder accounts in ascending id until the transaction ends and makes missing ones (domain 2.5 step 4). Lock all that a use case
 * needs in one call: two calls may meet another transaction the other way round.
 */
export async function lockHolders(trx: Trx, wanted: readonly AccountRef[]): Promise<readonly LockedAccount[]> {
  const holders = wanted.filter(isHolder).map(({ class: accountClass, ownerId }) => ({ class: accountClass, owner_id: ownerId }))
  if (holders.length === 0) return []
  const draft = draftOf(trx)
  if (draft) {
    if (holders.length > 1 || !wanted.some((account) => sameAccount(account, draft.account.account)))
      throw new DraftLeftError('another holder')
    return [draft.account]
  }
  const { rows } = await sql<{ id: number; class: string; ownerId: string; balance: number; version: number }>`
    select id, class, owner_id, balance, version from ledger_lock_holders(${JSON.stringify(holders)}::jsonb)`.execute(trx)
  return rows.map(({ id, class: accountClass, ownerId, balance, version }) => ({
    accountId: id,
    account: { class: accountClass, ownerId } as AccountRef,
    balance,
    version,
  }))
}

/** As `ledger_read_holder` gives it. */
export interface StoredHolder {
  readonly status: keyof typeof statuses | null
  readonly lots: readonly (Omit<Lot, 'key'> & { readonly id: number })[]
  readonly debts: readonly Debt[]
}

/**
 * Lots with points left, debts oldest first, and whether the owner may spend; for members and corporate members.
 *
 * @param lots `expired` reads only what late expiry needs: enough for a posting that takes nothing
 * @throws LedgerRefusal E1201 for a member that does not exist
 */
export async function readLotHolder(
  db: Executor,
  locked: Pick<LockedAccount, 'accountId' | 'account'>,
  lots: 'all' | { readonly expiredOn: string } = 'all',
): Promise<LotHolder> {
  const { accountId, account } = locked
  const draft = draftOf(db)
  if (draft) {
    if (lots === 'all' && draft.isExpiredOnly) throw new DraftLeftError('more lots')
    return lotHolderOf(account, draft.holder)
  }
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
export async function readLotHolders(trx: Trx, locked: readonly LockedAccount[]): Promise<(account: LockedAccount) => LotHolder> {
  const ids = locked.map(({ accountId }) => accountId)
  const owners = locked.map(({ account }) => account.ownerId)
  const { rows } = await sql<StoredHolder & { readonly accountId: number }>`
    select wanted.account_id, held.status, held.lots, held.debts
    from unnest(${ids}::bigint[], ${owners}::text[]) as wanted (account_id, owner_id)
    cross join lateral ledger_read_holder(wanted.account_id, wanted.owner_id, null::date) as held`.execute(trx)
  const stored = new Map(rows.map((row) => [row.accountId, row]))
  return ({ accountId, account }) => {
    const row = stored.get(accountId)
    if (!row) throw new Error(`account ${accountId} was not read`)
    return lotHolderOf(account, row)
  }
}

function lotHolderOf(account: AccountRef, stored: StoredHolder): LotHolder {
  if (account.class === 'MEMBER' && stored.status === null) throw new LedgerRefusal('E1201')
  return {
    account,
    status: account.class === 'MEMBER' ? statuses[stored.status ?? '3'] : 'normal',
    lots: stored.lots.map(({ id, ...lot }) => ({ ...lot, key: { id } })),
    debts: stored.debts,
  }
}
