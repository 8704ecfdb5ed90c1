import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import { type ApprovedChange, valuesOn } from '../../company/public.ts'
import type { SettlementTerms } from '../domain/periods.ts'

/** What the ledger needs to know of a company; prices are those of the business date (domain 4.5). */
export interface CompanyTerms extends SettlementTerms {
  /** NT$ untaxed per awarded point. */
  readonly apUnitPrice: number
  /** NT$ tax included per redeemed point. */
  readonly dpUnitPrice: number
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
  if (companyNos.length === 0) return new Map()
  const { rows } = await sql<StoredTerms>`
    select t.* from unnest(${companyNos}::text[]) as wanted, company_terms(wanted) as t`.execute(db)
  const known = new Map(rows.map((row) => [row.companyNo, termsOn(row, date)]))
  const unknown = companyNos.find((companyNo) => !known.has(companyNo))
  if (unknown !== undefined) throw new Error(`no company ${unknown}`)
  return known
}

/** The terms of one company on a business date. */
export async function readTerms(db: Executor, companyNo: string, date: string): Promise<CompanyTerms> {
  return (await readCompanyTerms(db, [companyNo], date)).get(companyNo) as CompanyTerms
}
