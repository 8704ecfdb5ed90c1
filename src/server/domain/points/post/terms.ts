import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import { type ApprovedChange, approvedChangesSql, valuesOn } from '../../company/termsOn.ts'
import type { Settlement } from '../domain/periods.ts'

/** What the ledger needs to know of a company; prices are those of the business date (domain 4.5). */
export interface CompanyTerms extends Settlement {
  /** NT$ untaxed per awarded point. */
  readonly apUnitPrice: number
  /** NT$ tax included per redeemed point. */
  readonly dpUnitPrice: number
}

const readInTransaction = new WeakMap<Executor, Map<string, CompanyTerms>>()

/** Terms that this transaction has read, by day and company: it posts with one price, and asks once. */
function knownTerms(db: Executor): Map<string, CompanyTerms> {
  const known = (db.isTransaction && readInTransaction.get(db)) || new Map<string, CompanyTerms>()
  if (db.isTransaction) readInTransaction.set(db, known)
  return known
}

/**
 * Reads the terms of companies on a business date (YYYY-MM-DD), by company.
 *
 * @throws Error for a company that does not exist: the caller has checked its number
 */
export async function readCompanyTerms(
  db: Executor,
  companyNos: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, CompanyTerms>> {
  const known = knownTerms(db)
  const keyOf = (companyNo: string) => `${date} ${companyNo}`
  const missing = companyNos.filter((companyNo) => !known.has(keyOf(companyNo)))
  for (const terms of await queryTerms(db, missing, date)) known.set(keyOf(terms.companyNo), terms)
  return new Map(
    companyNos.map((companyNo) => {
      const terms = known.get(keyOf(companyNo))
      if (!terms) throw new Error(`no company ${companyNo}`)
      return [companyNo, terms]
    }),
  )
}

async function queryTerms(db: Executor, companyNos: readonly string[], date: string): Promise<readonly CompanyTerms[]> {
  if (companyNos.length === 0) return []
  const { rows } = await sql<CompanyTerms & { readonly approved: readonly ApprovedChange[] | null }>`
    select c.company_no, c.settlement_mode, c.payg_cycle, c.cycle_day, coalesce(c.bank_stream, false) as bank_stream, c.ap_unit_price,
      c.dp_unit_price, ${approvedChangesSql} as approved
    from company c where c.company_no = any (${companyNos})`.execute(db)
  return rows.map(({ approved, ...current }) => {
    const terms = approved === null ? current : valuesOn<CompanyTerms>(current, approved, date)
    // A request keeps an empty switch as null.
    return { ...terms, bankStream: terms.bankStream === true }
  })
}

/** The terms of one company on a business date. */
export async function termsOf(db: Executor, companyNo: string, date: string): Promise<CompanyTerms> {
  return (await readCompanyTerms(db, [companyNo], date)).get(companyNo) as CompanyTerms
}
