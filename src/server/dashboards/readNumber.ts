import type { Static } from 'typebox'
import type { TileData } from '../../answers/dashboards.ts'
import { type Days, daysOf, daysOfMonth, monthsOf, periodMonths, stepOf } from '../../language/dashboard/period.ts'
import type { Measure, TileQuestion } from '../../language/dashboard/resolved.ts'
import type { RecordValues } from '../records/hooks.ts'
import { weightOf } from '../records/read/summaryQuestion.ts'
import type { AskedSource } from './askedSource.ts'

type Question = Extract<TileQuestion, { kind: 'number' }>

/** A value by day or month. */
interface Point {
  readonly at: string
  readonly value: number
}

/** The number of a tile, the one before, and its course; a tile without a date has only the number. */
export async function readNumber(asked: AskedSource, question: Question): Promise<Omit<Static<typeof TileData>, 'link'>> {
  const { reader, open } = asked
  const { measure, compare } = question
  const { date } = open.source
  if (date === undefined) return { value: measured(await ask(asked, question, reader.period, null), measure) }
  const by = date.kind === 'month' ? 'month' : stepOf(reader.period)
  const rows = await ask(asked, question, reader.period, by)
  const known = rows.flatMap((row) => pointOf(row, date.field, measure))
  const before = compare ? { before: await readBefore(asked, question, by) } : {}
  const value = question.stock ? (known.at(-1)?.value ?? null) : measured(rows, measure)
  return { value, ...before, by, course: question.stock || measure.op === 'average' ? known : withGaps(known, reader.period, by) }
}

/** The number of the days or months before; null when there is nothing to compare with. */
async function readBefore(asked: AskedSource, question: Question, by: 'day' | 'month'): Promise<number | null> {
  const { period } = asked.reader
  const isMonth = asked.open.source.date?.kind === 'month'
  const { before } = isMonth ? periodMonths(period) : period
  if (before === null) return null
  const days = isMonth ? { from: daysOfMonth(before.from).from, to: daysOfMonth(before.to).to } : before
  const rows = await ask(asked, question, days, question.stock ? by : null)
  const last = rows.at(-1)
  return measured(question.stock ? (last === undefined ? [] : [last]) : rows, question.measure, question.stock)
}

function ask({ reader, open, call, asFor }: AskedSource, { measure }: Question, days: Days, by: 'day' | 'month' | null) {
  const { date } = open.source
  const groups = by === null || date === undefined ? [] : [{ field: date.field, by: date.kind === 'month' ? undefined : by }]
  return reader.app.records.summary(call, { ...asFor(days), groups, measures: [measure] })
}

/** Null for the average of no records; a sum or a number of records is 0 then, but a stock nobody has counted is unknown. */
function measured(rows: readonly RecordValues[], { op, name }: Measure, isStock = false): number | null {
  const sum = total(rows, name)
  if (op !== 'average') return isStock && rows.length === 0 ? null : sum
  const weight = total(rows, weightOf(name))
  return weight === 0 ? null : sum / weight
}

function pointOf(row: RecordValues, field: string, measure: Measure): readonly Point[] {
  const value = measured([row], measure)
  const at = row[field]
  return value === null || at === null || at === undefined ? [] : [{ at: String(at), value }]
}

function total(rows: readonly RecordValues[], name: string): number {
  return rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)
}

/** Days and months without records are zeros, not gaps. */
function withGaps(points: readonly Point[], days: Days, by: 'day' | 'month'): readonly Point[] {
  const known = new Map(points.map(({ at, value }) => [at, value]))
  return (by === 'day' ? daysOf(days) : monthsOf(days)).map((at) => ({ at, value: known.get(at) ?? 0 }))
}
