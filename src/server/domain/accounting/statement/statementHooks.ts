import type { RecordHooks } from '../../../records/hooks.ts'
import { confirmStatement, invoiceStatement } from '../invoice/invoiceStatement.ts'
import { movePeriod, normalNumber } from '../invoice/moveStatement.ts'
import { registerPayment } from '../payment/pay.ts'

/** 結算對帳單: from the close to the payment (domain 3.5, 4.11). */
export const statementHooks: RecordHooks<'statement'> = {
  transitions: {
    async invoice(context, statement, input) {
      await invoiceStatement(context, statement, input)
      return undefined
    },
    async confirm(context, statement) {
      await confirmStatement(context, statement)
      return undefined
    },
    async pay(context, statement, input) {
      const changes = await registerPayment(context, statement, input)
      await movePeriod(context.trx, statement.periodId, changes.status)
      return changes
    },
    /** The merchant bills the platform for redeemed points; this changes nothing of the statement's state. */
    merchantInvoice: (_, { status }, { merchantInvoiceNo }) => ({ status, merchantInvoiceNo: normalNumber(merchantInvoiceNo) }),
  },
}
