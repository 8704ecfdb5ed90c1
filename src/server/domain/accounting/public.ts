// What others may use of accounting: nobody outside imports another file of this area.

export { beginPeriods } from './statement/beginPeriods.ts'
