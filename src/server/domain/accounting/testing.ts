// What tests of other areas may import of accounting, besides its public file.

export { handOverMessages, noteResults } from './einvoice/handOver.ts'
export { makeMissingMessages } from './einvoice/makeMessages.ts'
export type { MessageCode } from './einvoice/messages.ts'
export { takeInvoiceNumber } from './invoice/takeNumber.ts'
