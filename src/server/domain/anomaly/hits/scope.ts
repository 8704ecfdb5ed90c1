import { type RawBuilder, sql } from 'kysely'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { type HitRow, relatedMax } from './hit.ts'

/** Which companies a row of parameters speaks for: one, or all but those with a row of their own. */
export type CompanyReach = { readonly only: string } | { readonly except: readonly string[] }

/** Subjects that a rule may be asked about; a list that is left out asks about all. */
export interface Subjects {
  readonly memberNos?: readonly string[]
  readonly companyNos?: readonly string[]
  readonly retailStoreNos?: readonly string[]
  readonly activityCodes?: readonly string[]
  readonly ipAddresses?: readonly string[]
}

/** What a rule's query looks at: hits within business times, both included, of these companies and subjects. */
export interface HitScope extends Subjects {
  readonly from: Date
  readonly to: Date
  readonly companies: CompanyReach
}

type Condition = RawBuilder<boolean>

/** `column` is one of the companies. */
export function reaches(companies: CompanyReach, column: string): Condition {
  const company = sql.ref(column)
  if ('only' in companies) return sql<boolean>`${company} = ${companies.only}`
  if (companies.except.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${company} is null or ${company} <> all (${[...companies.except]}::text[]))`
}

/** `column` is one of the subjects, when some are asked for. */
export function isSubject(column: string, values: readonly string[] | undefined): Condition {
  return values === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${[...values]}::text[])`
}

/** `m` is of the business days of the scope: an index by company and day finds them. */
export function isOnDays({ from, to }: HitScope): Condition {
  return sql<boolean>`m.business_date between ${taipeiDate(from)}::date and ${taipeiDate(to)}::date`
}

export function minutes(count: number | null): RawBuilder<unknown> {
  return sql`make_interval(mins => ${count ?? 0}::int)`
}

/** Columns of a hit that a transaction `m` of the view anomaly_movement met. */
export const movementColumns = sql`m.id, m.transaction_no, m.kind as txn_kind, m.business_at as occurred_at, m.company_no,
  m.retail_store_no, m.member_no, m.points, m.amount`

/** The same columns of a query that measured them, named `x`. */
export const hitColumns = sql`x.occurred_at, x.company_no, x.retail_store_no, x.member_no, x.transaction_no, x.txn_kind, x.points, x.amount,
  x.measured, x.related_ids`

interface MovementHits {
  /** A query that answers `id`, `subject_key`, `measured` of the transactions that met the rule. */
  readonly met: RawBuilder<unknown>
  /** `from … where …` of the transactions `n` that were counted for the transaction `m`. */
  readonly counted: RawBuilder<unknown>
  readonly companies: CompanyReach
}

/**
 * Transactions that met a rule, with the last of those that were counted. What the answer names is read for hits only: a rule looks at
 * very many transactions, and finds something in very few.
 */
export async function readMovementHits(db: Executor, { met, counted, companies }: MovementHits): Promise<readonly HitRow[]> {
  const { rows } = await sql<HitRow>`
    select x.subject_key, ${movementColumns}, x.measured, near.related_ids
    from (${met}) x
    join anomaly_movement m on m.id = x.id
    cross join lateral (
      select jsonb_agg(last.id order by last.business_at, last.id) as related_ids
      from (select n.id, n.business_at ${counted} order by n.business_at desc, n.id desc limit ${sql.lit(relatedMax)}) last
    ) near
    where ${reaches(companies, 'm.companyNo')}`.execute(db)
  return rows
}

/** First moment of the business day of `m`: with it, an index by business time finds the day. */
export const startOfDay = sql`(m.business_date::timestamp at time zone 'Asia/Taipei')`
