import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReportPeriod } from '../../../language/documents/vocabulary.ts'
import { countMeasure } from '../../../language/resolve/report.ts'
import type { ResolvedMeasure, ResolvedReport } from '../../../language/resolved.ts'
import type { RecordValues } from '../hooks.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { periodSql } from '../read/periodSql.ts'
import type { PreparedCall } from '../services.ts'

interface ReportQuestion {
  readonly report: ResolvedReport
  readonly where: RawBuilder<SqlBool>
  /** The groupings, by fields of groups. */
  readonly sets: readonly (readonly string[])[]
  /** Most rows of the answer. */
  readonly limit: number
  /** The options of groups that have few, in the order of their dictionary, by field; other groups are in the order of their values. */
  readonly order: ReadonlyMap<string, readonly string[]>
}

/**
 * The statement of a report: one pass over the rows for all its groupings, so that figures which do not add up, like averages, are right in
 * every subtotal. Each answered row says by `#level` which groups it has put together: bit 2^(n-1) for the first of n, and so on.
 */
export function reportSql(
  { storage, model }: PreparedCall,
  { report, where, sets, limit, order }: ReportQuestion,
): RawBuilder<RecordValues> {
  const names = report.groups.map(({ field }) => field)
  const groupOf = (field: string) => sql.id(`g${names.indexOf(field)}`)
  const inner = [
    ...report.groups.map(({ field, by }) => sql`${groupExpression(fieldOf(model, field), by)} as ${groupOf(field)}`),
    ...report.measures.map((measure, index) => {
      const source = sourceOf(measure)
      return sql`${source === null ? sql`1` : storage.expression(fieldOf(model, source))} as ${sql.id(`m${index}`)}`
    }),
  ]
  const groupings = sets.map((set) => sql`(${sql.join(set.map(groupOf))})`)
  const outer = [
    ...names.map((field) => sql`${groupOf(field)} as ${sql.id(field)}`),
    ...report.measures.map((measure, index) => sql`${figureSql(measure, sql`${sql.id(`m${index}`)}`)} as ${sql.id(measure.field)}`),
    sql`grouping(${sql.join(names.map(groupOf))}) as ${sql.id(levelColumn)}`,
  ]
  return sql<RecordValues>`select ${sql.join(outer)} from (select ${sql.join(inner)} from ${storage.source.from} where ${where}) as rows_of_report
    group by grouping sets (${sql.join(groupings)}) order by ${sql.join(names.flatMap(orderOf))} limit ${limit}`

  function orderOf(field: string): readonly RawBuilder<unknown>[] {
    const keys = order.get(field)
    const value = groupOf(field)
    return keys === undefined ? [value] : [sql`array_position(${keys}::text[], ${value}::text)`, value]
  }

  function groupExpression(field: FieldModel, by: ReportPeriod | undefined): RawBuilder<unknown> {
    const expression = storage.expression(field)
    return by === undefined ? expression : periodSql(expression, by, field.kind === 'dateTime')
  }
}

export const levelColumn = '#level'

/** The level of rows that are grouped by some of the groups. */
export function levelOf({ groups }: ResolvedReport, set: readonly string[]): number {
  return groups.reduce((level, { field }) => level * 2 + (set.includes(field) ? 0 : 1), 0)
}

/** Field of the rows of which a figure is made; null for their number. */
export function sourceOf({ field, made }: ResolvedMeasure): string | null {
  return made?.field ?? (field === countMeasure ? null : field)
}

function figureSql({ field, decimals, made }: ResolvedMeasure, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (made === undefined) return field === countMeasure ? sql`count(*)` : sql`coalesce(sum(${value}), 0)`
  switch (made.op) {
    case 'average':
      return sql`round(avg(${value}), ${sql.lit(decimals ?? 2)})`
    case 'min':
      return sql`min(${value})`
    case 'max':
      return sql`max(${value})`
    case 'distinct':
      return sql`count(distinct ${value})`
  }
}
