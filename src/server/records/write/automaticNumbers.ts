import { sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import { type NumberFrame, numberFrame, numberText } from '../../../rules/numberPattern.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { RecordValues } from '../hooks.ts'
import type { FieldModel } from '../model.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'

/**
 * Gives a new record its automatic numbers (`x-number`), without gaps: the counter stays locked until the transaction ends, and a record
 * that is not stored uses up none. The day is that of Taipei. Values of trusted calls stay.
 */
export async function withAutomaticNumbers(open: OpenWrite, values: RecordValues): Promise<RecordValues> {
  const { fields } = open.prepared.model
  const numbered: RecordValues = { ...values }
  for (const field of fields.values()) {
    const pattern = field.property['x-number']
    if (pattern === undefined || (values[field.name] ?? null) !== null) continue
    const frame = numberFrame(pattern, taipeiDate(open.stamp.now))
    numbered[field.name] = numberText(frame, await nextIn(open, field, frame))
  }
  return numbered
}

async function nextIn({ trx, prepared }: OpenWrite, field: FieldModel, frame: NumberFrame): Promise<number> {
  const db = trx.withoutPlugins()
  const series = `${prepared.model.entity.name}.${field.name}`
  const period = `${frame.before}#${frame.after}`
  const { rows } = await sql<{ number: number }>`select next_number(${series}, ${period}) as number`.execute(db)
  const number = Number(rows[0]?.number)
  if (number > 1) return number
  // The first of its series: records may have been numbered by hand before. Their numbers are not given again.
  const former = await lastGiven(prepared, db, { field, frame })
  if (former === 0) return number
  await sql`update number_series set last_number = ${former + 1} where series = ${series} and period = ${period}`.execute(db)
  return former + 1
}

interface Series {
  readonly field: FieldModel
  readonly frame: NumberFrame
}

/** The largest number of a series that records have; 0: none. */
async function lastGiven({ storage: { source, expression } }: PreparedCall, db: Executor, { field, frame }: Series): Promise<number> {
  // The frame has nothing that a regular expression would read as more than itself.
  const counter = `^${frame.before}(\\d{1,15})${frame.after}$`
  const { rows } = await sql<{ number: number | null }>`
    select max(substring(${expression(field)} from ${counter}::text)::bigint) as number
    from ${source.from} where ${source.condition} and ${expression(field)} ~ ${counter}`.execute(db)
  return Number(rows[0]?.number ?? 0)
}
