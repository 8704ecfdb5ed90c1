// The public face of accounting: other areas import no other file of this area.

export { makeMissingMessages } from './einvoice/makeMessages.ts'
export { buildRemainders } from './remainder/buildRemainders.ts'
export { beginPeriods } from './statement/beginPeriods.ts'
export { verifyAccounting } from './verify/verifyAccounting.ts'
