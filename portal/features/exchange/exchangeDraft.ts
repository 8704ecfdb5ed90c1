import { storedMembers } from '../../shared/form/useDraft.ts'
import type { Quantities } from './offers.ts'
import { emptyRecipient, type Recipient, type RecipientRow } from './recipients.ts'

/** What the draft of an exchange stores; never a pin. */
export interface ExchangeDraft {
  readonly serialNos: readonly string[]
  readonly quantities: Quantities
  readonly recipient: Recipient
  /** Exchange for many recipients: the lines of the table are used instead of quantities and recipient. */
  readonly isForMany: boolean
  readonly rows: readonly RecipientRow[]
}

/** Makes a valid draft from any stored value. */
export function readExchangeDraft(stored: unknown): ExchangeDraft {
  const source = storedMembers(stored)
  return {
    serialNos: listOf(source.serialNos).filter((serialNo): serialNo is string => typeof serialNo === 'string'),
    quantities: quantitiesOf(source.quantities),
    recipient: { ...emptyRecipient, ...textsOf(source.recipient, ['name', 'mobile', 'email']) },
    isForMany: source.isForMany === true,
    rows: listOf(source.rows).map(rowOf),
  }
}

function rowOf(stored: unknown): RecipientRow {
  const empty = { key: '', ...emptyRecipient, couponBatchNo: '', quantity: '' }
  return { ...empty, ...textsOf(stored, ['key', 'name', 'mobile', 'email', 'couponBatchNo', 'quantity']) }
}

function quantitiesOf(stored: unknown): Quantities {
  const entries = Object.entries(storedMembers(stored)).filter(([, quantity]) => Number.isInteger(quantity) && Number(quantity) > 0)
  return Object.fromEntries(entries) as Quantities
}

function textsOf<Name extends string>(stored: unknown, names: readonly Name[]): Partial<Record<Name, string>> {
  const source = storedMembers(stored)
  const entries = names.flatMap((name) => (typeof source[name] === 'string' ? [[name, source[name]]] : []))
  return Object.fromEntries(entries) as Partial<Record<Name, string>>
}

function listOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : []
}
