import type { Executor } from '../../../platform/database/tables.ts'
import { type InvariantResult, runAreaChecks } from '../../points/public.ts'
import { bankFileChecks } from './bankFileChecks.ts'
import { documentChecks } from './documentChecks.ts'
import { einvoiceChecks } from './einvoiceChecks.ts'
import { remainderChecks } from './remainderChecks.ts'
import { saleChecks } from './saleChecks.ts'
import { statementChecks } from './statementChecks.ts'
import { yearlyChecks } from './yearlyChecks.ts'

/**
 * Checks statements, invoices, payments and remainder points against the ledger and against each other. Used by `npm run verify` and the
 * nightly job.
 */
export function verifyAccounting(db: Executor): Promise<readonly InvariantResult[]> {
  return runAreaChecks(db, [
    ...statementChecks,
    ...documentChecks,
    ...yearlyChecks,
    ...saleChecks,
    ...einvoiceChecks,
    ...remainderChecks,
    ...bankFileChecks,
  ])
}
