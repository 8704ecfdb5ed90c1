import { sql } from 'kysely'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { type ApprovedChange, valuesOn } from '../../company/termsOn.ts'
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

const keyOf = (companyNo: string, date: string) => `${date} ${companyNo}`

/** Tells terms that came with something else, so that the transaction does not ask for them. */
export function knowTerms(trx: Trx, date: string, terms: CompanyTerms): void {
  knownTerms(trx).set(keyOf(terms.companyNo, date), terms)
}

/** A row of `company_terms`. */
export type StoredTerms = CompanyTerms & { readonly approved: readonly ApprovedChange[] | null }

/** The terms that hold on a business date. */
export function termsOn({ approved, ...current }: StoredTerms, date: string): CompanyTerms {
  const terms = approved === null ? current : valuesOn<CompanyTerms>(current, approved, date)
  // A request keeps an empty switch as null.
  return { ...terms, bankStream: terms.bankStream === true }
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
  const missing = companyNos.filter((companyNo) => !known.has(keyOf(companyNo, date)))
  for (const terms of await queryTerms(db, missing, date)) known.set(keyOf(terms.companyNo, date), terms)
  return new Map(
    companyNos.map((companyNo) => {
      const terms = known.get(keyOf(companyNo, date))
      if (!terms) throw new Error(`no company ${companyNo}`)
      return [companyNo, terms]
    }),
  )
}

async function queryTerms(db: Executor, companyNos: readonly string[], date: string): Promise<readonly CompanyTerms[]> {
  if (companyNos.length === 0) return []
  const { rows } = await sql<StoredTerms>`
    select t.* from unnest(${companyNos}::text[]) as wanted, company_terms(wanted) as t`.execute(db)
  return rows.map((row) => termsOn(row, date))
}

/** The terms of one company on a business date. */
export async function termsOf(db: Executor, companyNo: string, date: string): Promise<CompanyTerms> {
  return (await readCompanyTerms(db, [companyNo], date)).get(companyNo) as CompanyTerms
}
