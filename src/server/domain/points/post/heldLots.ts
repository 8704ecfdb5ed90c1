import type { Lot } from '../domain/lots.ts'
import type { Debt, LotHolder } from '../domain/posting.ts'
import type { WantedLots } from './facts.ts'
import type { Payload } from './payload.ts'

type StoredLot = Lot & { readonly key: { readonly id: number } }

/** What a posting does to the lots and debts of its holder. */
type Moved = Pick<Payload, 'lots' | 'allocations' | 'debt_changes' | 'new_debt'>

/** Lots and debts of a locked holder, kept up with its postings. */
export class HeldLots {
  readonly #read: LotHolder
  readonly #lots: Map<number, StoredLot>
  readonly #debts: Map<number, Debt>

  /** @param read with all its lots */
  constructor(read: LotHolder) {
    this.#read = read
    this.#lots = new Map(read.lots.map((lot) => [(lot as StoredLot).key.id, lot as StoredLot]))
    this.#debts = new Map(read.debts.map((debt) => [debt.id, debt]))
  }

  /** As `PostingPort.readLotHolder` answers. */
  holder(wanted: WantedLots): LotHolder {
    const lots = [...this.#lots.values()].filter(
      ({ remainingPoints, expireDate }) => remainingPoints > 0 && (wanted === 'all' || expireDate < wanted.expiredOn),
    )
    return { ...this.#read, lots, debts: [...this.#debts.values()].filter(({ points }) => points > 0) }
  }

  /** False when the posting moves a lot that was empty at the reading: then what it leaves has to be read. */
  move({ lots, allocations, debt_changes, new_debt }: Moved, transactionId: number): boolean {
    for (const lot of lots) this.#add(lot, transactionId + lot.ref)
    for (const { pending_id, repaid, written_off } of debt_changes) this.#owe(pending_id, -(repaid + written_off))
    if (new_debt) this.#owe(transactionId + 1, new_debt.points)
    return allocations.every(({ lot_id, lot_ref = 0, points }) => this.#take(lot_id ?? transactionId + lot_ref, points))
  }

  #add(lot: Payload['lots'][number], id: number): void {
    this.#lots.set(id, {
      key: { id },
      issuerCompanyNo: lot.issuer_company_no,
      activityCode: lot.activity_code ?? null,
      remainingPoints: lot.issued_points,
      effectiveDate: lot.effective_date,
      expireDate: lot.expire_date,
    })
  }

  #owe(id: number, points: number): void {
    this.#debts.set(id, { id, points: (this.#debts.get(id)?.points ?? 0) + points })
  }

  #take(id: number, points: number): boolean {
    const lot = this.#lots.get(id)
    if (lot) this.#lots.set(id, { ...lot, remainingPoints: lot.remainingPoints - points })
    return lot !== undefined
  }
}
