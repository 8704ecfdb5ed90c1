import { deliveryKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { HookContext, RecordHooks } from '../../../records/hooks.ts'
import { normalNumber } from '../invoice/invoiceInput.ts'
import { assertNothingBilled, type InvoicedStatement, invoiceStatement } from '../invoice/invoiceStatement.ts'
import { type AskForDelivery, requestDelivery } from '../paper/deliverStatement.ts'
import { invoicedState, registerPayment } from '../payment/pay.ts'
import { movePeriod } from '../period/movePeriod.ts'

/** Steps of 結算對帳單, from the close to the payment (domain 3.5, 4.11). */
export const createStatementHooks = (askForDelivery: AskForDelivery): RecordHooks<'statement'> => ({
  // A late page would look up the invoices of all rows before it.
  idsFirst: true,
  transitions: {
    /** Sending changes nothing of the statement; its history shows the step. */
    async send(context, { id, status }) {
      await requestDelivery(context, { statementId: id, kind: deliveryKind.statement }, askForDelivery)
      return { status }
    },
    async remind(context, { id }) {
      await requestDelivery(context, { statementId: id, kind: deliveryKind.reminder }, askForDelivery)
      return undefined
    },
    async invoice(context, statement, input) {
      await invoiceStatement(context, statement, input)
      return asInvoiced(context, statement)
    },
    async confirm(context, statement) {
      await assertNothingBilled(context.trx, statement.id)
      return asInvoiced(context, statement)
    },
    async pay(context, statement, input) {
      const changes = await registerPayment(context, statement.id, input)
      await movePeriod(context.trx, statement.periodId, changes.status)
      return changes
    },
    /** Stores the number of the invoice by which the merchant bills the platform for redeemed points. The status does not change. */
    merchantInvoice: (_, { status }, { merchantInvoiceNo }) => ({ status, merchantInvoiceNo: normalNumber(merchantInvoiceNo) }),
  },
  // A statement with fees is invoiced, one without is confirmed.
  deniedActions: async (_, rows) => rows.map((row) => [hasFee(row) ? 'confirm' : 'invoice']),
})

async function asInvoiced({ trx, now }: HookContext, { id, periodId }: InvoicedStatement) {
  const state = await invoicedState(trx, id, taipeiDate(now))
  await movePeriod(trx, periodId, state.status)
  return state
}

interface Fees {
  readonly apFee: number | null
  readonly writeOffAmount: number | null
  readonly convInAmount: number | null
  readonly dpProcFee: number | null
}

/** True when the statement bills or credits something: the same sums as in `readBilledStatement`. */
function hasFee({ apFee, writeOffAmount, convInAmount, dpProcFee }: Fees): boolean {
  return Number(apFee) + Number(writeOffAmount) + Number(convInAmount) !== 0 || Number(dpProcFee) !== 0
}
