import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/tables.ts'
import { type AccountRef, isHolder } from '../domain/kinds.ts'
import type { HolderAccount, LotHolder } from '../domain/posting.ts'
import type { WantedLots } from './facts.ts'
import { HeldLots } from './heldLots.ts'
import { type NumberedPosting, numberedRows, writeNumbered } from './ledgerRows.ts'
import { LockedRows } from './lockedRows.ts'
import type { Payload } from './payload.ts'
import { type PostingNumber, postingNumberOf } from './postingNumber.ts'
import type { WrittenPosting } from './postingPort.ts'

/** Postings that are written together at most, and numbers that are taken at once; those that are left over name no posting. */
const batchSize = 100

const keyOf = ({ class: accountClass, ownerId }: AccountRef) => `${accountClass} ${ownerId}`

/**
 * Many postings of one long transaction, which locks each holder once and writes its postings together. What a posting leaves of a locked
 * holder follows from its rows, because nobody else can write it; it is not read again. Who looks for postings in the tables asks for
 * `stored` first.
 *
 * The work may not change members, terms of companies or periods, and undoes no posting.
 */
export class CollectedRows extends LockedRows {
  readonly #accounts = new Map<string, HolderAccount>()
  readonly #lots = new Map<number, HeldLots>()
  #numbers: number[] = []
  #collected: NumberedPosting[] = []

  override async holdAccounts(wanted: readonly AccountRef[]): Promise<readonly HolderAccount[]> {
    const keys = new Set(wanted.filter(isHolder).map(keyOf))
    const missing = wanted.filter((account) => keys.has(keyOf(account)) && !this.#accounts.has(keyOf(account)))
    for (const held of await super.holdAccounts(missing)) this.#accounts.set(keyOf(held.account), held)
    const held = [...keys].map((key) => this.#accounts.get(key) as HolderAccount)
    return held.sort((one, other) => one.accountId - other.accountId)
  }

  override async readLotHolder(account: HolderAccount, lots: WantedLots): Promise<LotHolder> {
    const known = this.#lots.get(account.accountId)
    if (known) return known.holder(lots)
    if (this.#isMoving(account)) await this.stored()
    const read = new HeldLots(await super.readLotHolder(account, 'all'))
    this.#lots.set(account.accountId, read)
    return read.holder(lots)
  }

  override async write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    const written: WrittenPosting[] = []
    for (const payload of postings) {
      const number = await this.#takeNumber(payload.header.posted_at)
      this.#collected.push({ payload, number })
      this.#note(payload, number)
      written.push({ ...number, pendingNo: payload.new_debt ? await this.#pendingNo(number) : null })
    }
    if (this.#collected.length >= batchSize) await this.stored()
    return written
  }

  override async stored(): Promise<Trx> {
    const postings = this.#collected
    this.#collected = []
    if (postings.length > 0) await writeNumbered(this.transaction(), numberedRows(postings))
    return super.stored()
  }

  #isMoving({ accountId }: HolderAccount): boolean {
    return this.#collected.some(({ payload }) => payload.holders.some(({ account_id }) => account_id === accountId))
  }

  async #takeNumber(postedAt: Date): Promise<PostingNumber> {
    if (this.#numbers.length === 0) {
      const { rows } = await sql<{ number: number }>`
        select nextval('ledger_posting') as number from generate_series(1, ${batchSize}::int)`.execute(this.transaction())
      this.#numbers = rows.map(({ number }) => number)
    }
    return postingNumberOf(postedAt, this.#numbers.shift() as number)
  }

  #note({ holders, ...moved }: Payload, { transactionId }: PostingNumber): void {
    for (const { account_id, account_class, owner_id, balance_after, version_after } of holders) {
      const account = { class: account_class, ownerId: owner_id }
      this.#accounts.set(keyOf(account), { accountId: account_id, account, balance: balance_after, version: version_after })
      // At most one of the holders of a posting has lots.
      if (this.#lots.get(account_id)?.move(moved, transactionId) === false) this.#lots.delete(account_id)
    }
  }

  /** The database numbers debts; a debt has the first id after its transaction. */
  async #pendingNo({ transactionId }: PostingNumber): Promise<string> {
    const trx = await this.stored()
    const debts = trx.selectFrom('memberPendingPoint').select('pendingNo')
    return (await debts.where('id', '=', transactionId + 1).executeTakeFirstOrThrow()).pendingNo
  }
}
