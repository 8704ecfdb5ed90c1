import type { MemberHome } from '../../../src/answers/corporate.ts'
import { openTermsCode } from '../../../src/rules/refusalCodes.ts'
import type { MissingField } from '../../shared/form/MissingFields.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { type AccountOrder, orderFromAccount } from './exchangeCalls.ts'
import { type ExchangeDraft, readExchangeDraft } from './exchangeDraft.ts'
import { type Calculation, calculate, type Offer, offerProblems } from './offers.ts'
import { missingRecipientFields, nameId, rowProblems, sumQuantities, trimRecipient } from './recipients.ts'
import { useOrder } from './useOrder.ts'

interface AccountExchangeInput {
  readonly home: MemberHome
  readonly offers: readonly Offer[]
  readonly totalPoints: number
  readonly onStale: () => void
  /** New terms need consent. */
  readonly onTerms: () => void
}

/** State of an exchange from the account. */
export function useAccountExchange({ home, offers, totalPoints, onStale, onTerms }: AccountExchangeInput) {
  const draft = useDraft(`/exchange_v2:${home.corporateNo}`, (stored) => readOwnDraft(stored, home))
  const { isForMany, rows } = draft.values
  const quantities = isForMany ? sumQuantities(rows) : draft.values.quantities
  const calculation = calculate(offers, quantities, totalPoints)
  const missing = [
    ...offerProblems(calculation),
    ...(isForMany ? missingRowFields(draft.values, offers) : missingRecipientFields(draft.values.recipient)),
  ]
  const order = useOrder({
    place: (http) => orderFromAccount(http, { orderKey: draft.requestKey, recipients: recipientsOf(draft.values, calculation) }),
    onOtherOrder: draft.clear,
    onPlaced: () => {
      draft.clear()
      onStale()
    },
    onRefused: ({ code }) => {
      onStale()
      if (code === openTermsCode) onTerms()
    },
  })
  return { draft, quantities, calculation, missing, order }
}

/** The first recipient defaults to the contact of the member; it can be overwritten. */
function readOwnDraft(stored: unknown, { contactName, contactMobile, contactEmail }: MemberHome): ExchangeDraft {
  const draft = readExchangeDraft(stored)
  if (stored !== undefined) return draft
  return { ...draft, recipient: { name: contactName, mobile: contactMobile, email: contactEmail } }
}

/** The first faulty line, by its number. */
function missingRowFields({ rows }: ExchangeDraft, offers: readonly Offer[]): readonly MissingField[] {
  if (rows.length === 0) return [{ text: '收件人', fieldId: 'recipientFile' }]
  const index = rows.findIndex((row) => Object.keys(rowProblems(row, offers)).length > 0)
  const row = rows[index]
  return row
    ? [{ text: `第 ${index + 1} 位收件人（${Object.values(rowProblems(row, offers)).join('、')}）`, fieldId: nameId(row.key) }]
    : []
}

function recipientsOf({ isForMany, rows, recipient }: ExchangeDraft, calculation: Calculation): AccountOrder['recipients'] {
  if (isForMany) {
    return rows.map((row) => ({ ...trimRecipient(row), couponBatchNo: row.couponBatchNo, quantity: Number.parseInt(row.quantity, 10) }))
  }
  return calculation.lines.map(({ offer, quantity }) => ({ ...trimRecipient(recipient), couponBatchNo: offer.couponBatchNo, quantity }))
}
