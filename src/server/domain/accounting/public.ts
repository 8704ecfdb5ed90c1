// The public face of accounting: other areas import no other file of this area.

export type { BankRow } from './bankFile/bankRow.ts'
export { importBankFileInside } from './bankFile/importBankFile.ts'
export { readBankUnits } from './bankFile/matchBankFile.ts'
export { findBankLine, reconcileLine } from './bankFile/reconcileLine.ts'
export { makeMissingMessages } from './einvoice/makeMessages.ts'
export { decideMonths } from './monthRun/decideMonths.ts'
export { startMonthRun } from './monthRun/startMonthRun.ts'
export { buildRemainders } from './remainder/buildRemainders.ts'
export { cancelSaleInvoice, issueSaleInvoice } from './sale/saleInvoice.ts'
export { beginPeriods } from './statement/beginPeriods.ts'
export { type BilledPeriod, getPeriod } from './statement/readPeriods.ts'
export { verifyAccounting } from './verify/verifyAccounting.ts'
