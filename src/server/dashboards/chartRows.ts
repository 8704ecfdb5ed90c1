import type { Static } from 'typebox'
import type { TileData } from '../../answers/dashboards.ts'
import { daysOf, monthsOf, stepOf } from '../../language/dashboard/period.ts'
import { otherGroups, type TileQuestion } from '../../language/dashboard/resolved.ts'
import type { ReportPeriod } from '../../language/documents/vocabulary.ts'
import type { RecordValues } from '../records/hooks.ts'
import type { AskedSource } from './askedSource.ts'
import { labelsOf } from './labels.ts'

type Question = Extract<TileQuestion, { kind: 'chart' }>

/**
 * The groups of a chart: along time every day or month, otherwise the largest, and the others in one. Groups of a dictionary stand in its
 * order, as 未到期 before 逾期 30 天內, others by size.
 */
export async function chartRows(asked: AskedSource, question: Question): Promise<Omit<Static<typeof TileData>, 'link'>> {
  const { reader, call, asFor } = asked
  const { group, series, measures } = question
  const by = stepOfChart(asked, question)
  const groups = [{ field: group.field, by: isMonthField(asked, question) ? undefined : by }, ...(series ? [{ field: series.field }] : [])]
  const found = await reader.app.records.summary(call, { ...asFor(reader.period), groups, measures })
  const kept = series === undefined ? found : largest(found, series.field, question)
  const rows = by === undefined ? await inOrder(largest(kept, group.field, question), asked, group) : alongTime(kept, asked, question, by)
  const labels = await labelsOf(reader, series === undefined ? [group] : [group, series], rows)
  return { rows, labels, ...(by && { by }) }
}

function isOwnDate({ open }: AskedSource, { group }: Question): boolean {
  return open.source.date?.field === group.field
}

function isMonthField(asked: AskedSource, question: Question): boolean {
  return isOwnDate(asked, question) && asked.open.source.date?.kind === 'month'
}

/** The time span of the groups; undefined when they are no dates. A long period by day would be too fine to read. */
function stepOfChart(asked: AskedSource, question: Question): ReportPeriod | undefined {
  const { by } = question.group
  if (!isOwnDate(asked, question)) return by
  if (isMonthField(asked, question)) return 'month'
  const step = stepOf(asked.reader.period)
  return by === undefined || by === 'day' ? step : by
}

/** A chart along the date of its period has every day or month of it, also those without records. */
function alongTime(rows: readonly RecordValues[], asked: AskedSource, question: Question, by: ReportPeriod): readonly RecordValues[] {
  const { group, series, measures } = question
  if (!isOwnDate(asked, question) || by === 'year') return rows
  const { period } = asked.reader
  const known = new Set(rows.map((row) => String(row[group.field])))
  const nothing = Object.fromEntries(measures.map(({ name }) => [name, 0]))
  const missing = (by === 'day' ? daysOf(period) : monthsOf(period)).filter((at) => !known.has(at))
  const first = series === undefined ? {} : { [series.field]: rows[0]?.[series.field] ?? null }
  const added = rows.length === 0 ? [] : missing.map((at) => ({ [group.field]: at, ...first, ...nothing }))
  return [...rows, ...added].sort((left, right) => (String(left[group.field]) < String(right[group.field]) ? -1 : 1))
}

/** Rows of the values with the largest first measure; those of the others are added up. */
function largest(rows: readonly RecordValues[], field: string, { measures, limit, group, series }: Question): readonly RecordValues[] {
  const sums = new Map<unknown, number>()
  for (const row of rows) sums.set(row[field], (sums.get(row[field]) ?? 0) + Number(row[measures[0]?.name ?? ''] ?? 0))
  const ordered = [...sums].sort(([, left], [, right]) => right - left).map(([value]) => value)
  // One value in 其他 would only hide its name.
  const shown = new Set(ordered.length <= limit + 1 ? ordered : ordered.slice(0, limit))
  const merged = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const named = { ...row, [field]: shown.has(row[field]) ? row[field] : otherGroups }
    const key = JSON.stringify([named[group.field as keyof typeof named], series && named[series.field as keyof typeof named]])
    const known = merged.get(key)
    if (known === undefined) merged.set(key, named)
    else for (const { name } of measures) known[name] = Number(known[name]) + Number(row[name])
  }
  const place = (value: unknown) => (value === otherGroups ? ordered.length : ordered.indexOf(value))
  return field === group.field ? [...merged.values()].sort((left, right) => place(left[field]) - place(right[field])) : [...merged.values()]
}

/** Rows in the order of the dictionary of their groups; what it does not know stays by size, behind. */
async function inOrder(rows: readonly RecordValues[], { reader: { app } }: AskedSource, { field, dictionary }: Question['group']) {
  if (dictionary === undefined) return rows
  const order = await app.dictionaries.order(dictionary.name, app.reportDb)
  const places = new Map(order.map((key, index) => [key, index]))
  const place = (row: RecordValues) => places.get(String(row[field])) ?? places.size
  return [...rows].sort((left, right) => place(left) - place(right))
}
