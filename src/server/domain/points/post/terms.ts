import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import type { Settlement } from '../domain/periods.ts'

/** What the ledger needs to know of a company; prices are those in force now. */
export interface CompanyTerms extends Settlement {
  /** NT$ untaxed per awarded point. */
  readonly apUnitPrice: number
  /** NT$ tax included per redeemed point. */
  readonly dpUnitPrice: number
}

const readInTransaction = new WeakMap<Executor, Map<string, CompanyTerms>>()

/** Terms that this transaction has read: it posts with one price, and asks once. */
function knownTerms(db: Executor): Map<string, CompanyTerms> {
  const known = (db.isTransaction && readInTransaction.get(db)) || new Map<string, CompanyTerms>()
  if (db.isTransaction) readInTransaction.set(db, known)
  return known
}

/** Reads the terms of companies. @throws Error for a company that does not exist: the caller has checked its number */
export async function readCompanyTerms(db: Executor, companyNos: readonly string[]): Promise<ReadonlyMap<string, CompanyTerms>> {
  const known = knownTerms(db)
  const missing = companyNos.filter((companyNo) => !known.has(companyNo))
  if (missing.length === 0) return known
  const { rows } = await sql<CompanyTerms>`
    select company_no, settlement_mode, payg_cycle, cycle_day, coalesce(bank_stream, false) as bank_stream, ap_unit_price, dp_unit_price
    from company where company_no = any (${missing})`.execute(db)
  for (const row of rows) known.set(row.companyNo, row)
  for (const companyNo of missing) if (!known.has(companyNo)) throw new Error(`no company ${companyNo}`)
  return known
}

/** The terms of one company. */
export async function termsOf(db: Executor, companyNo: string): Promise<CompanyTerms> {
  return (await readCompanyTerms(db, [companyNo])).get(companyNo) as CompanyTerms
}
