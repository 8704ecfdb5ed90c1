import { sql } from 'kysely'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Prices of a contract; each is a `$` field, changed by request only (domain 4.5). */
export interface PriceTerms {
  /** NT$ untaxed per awarded point. */
  readonly apUnitPrice: number
  /** NT$ tax included per redeemed point. */
  readonly dpUnitPrice: number
  /** Percent of the redeemed amount, two decimals. */
  readonly dpProcFeeRate: number
}

/** An approved change of a company (applied, or waiting for its day), oldest decision first. */
export interface ApprovedChange {
  /** YYYY-MM-DD, first day of the new values. */
  readonly effectiveDate: string
  readonly changes: readonly { readonly field: string; readonly before: string | null; readonly value: unknown }[]
}

/**
 * The values of a company on a day: what its approved changes say, not what the row holds at this moment. A change is in force from its
 * day on, whether the nightly job has written it yet or has written it long ago (domain 4.5: prices apply by business date).
 *
 * @param current the row; fields that no approved change names are taken from it
 */
export function valuesOn<T extends object>(current: T, approved: readonly ApprovedChange[], date: string): T {
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(current))
  for (const field of new Set(approved.flatMap(({ changes }) => changes.map((change) => change.field)))) {
    if (!Object.hasOwn(current, field)) continue
    const steps = approved.flatMap(({ effectiveDate, changes }) =>
      changes.filter((change) => change.field === field).map((change) => ({ effectiveDate, change })),
    )
    const begun = steps.filter((step) => step.effectiveDate <= date).reduce<(typeof steps)[number] | undefined>(latest, undefined)
    const coming = steps.filter((step) => step.effectiveDate > date).reduce<(typeof steps)[number] | undefined>(earliest, undefined)
    if (begun) values[field] = begun.change.value
    else if (coming) values[field] = valueBefore(coming.change.before, coming.change.value, values[field])
  }
  return values as T
}

interface Step {
  readonly effectiveDate: string
  readonly change: ApprovedChange['changes'][number]
}

/** Of two on one day the later decision holds. */
const latest = <S extends Step>(best: S | undefined, step: S): S => (best && best.effectiveDate > step.effectiveDate ? best : step)
const earliest = <S extends Step>(best: S | undefined, step: S): S => (best && best.effectiveDate <= step.effectiveDate ? best : step)

/** A request keeps the former value as text; it is converted to the type of the present value. */
function valueBefore(before: string | null, value: unknown, current: unknown): unknown {
  if (before === null) return null
  const kind = typeof (value ?? current)
  if (kind === 'number') return Number(before)
  return kind === 'boolean' ? before === 'true' : before
}

/** Approved changes of a company as SQL: a JSON array or null, for a row of `company` named `c`. */
export const approvedChangesSql = sql<readonly ApprovedChange[] | null>`(
  select jsonb_agg(jsonb_build_object('effectiveDate', r.effective_date, 'changes', r.changes) order by r.approved_at)
  from change_request r where r.entity = 'company' and r.record_id = c.id
    and r.status in (${literals(companyChangeStatus.approved, companyChangeStatus.applied)}))`

/** The prices of a company on a day. @throws Error when there is no such company */
export async function getCompanyTerms(db: Executor, companyNo: string, date: string): Promise<PriceTerms> {
  const { rows } = await sql<PriceTerms & { approved: readonly ApprovedChange[] | null }>`
    select c.ap_unit_price, c.dp_unit_price, c.dp_proc_fee_rate, ${approvedChangesSql} as approved
    from company c where c.company_no = ${companyNo}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`no company ${companyNo}`)
  const { approved, ...current } = row
  return valuesOn<PriceTerms>(current, approved ?? [], date)
}
