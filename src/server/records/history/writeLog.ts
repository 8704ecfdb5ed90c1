import { sql } from 'kysely'
import { writeUserActionsInOrder } from '../../platform/audit.ts'
import { Collector } from '../../platform/database/collector.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import type { HistoryLine, LogLine } from './logLine.ts'

/** A line with its place among those of its write. */
interface PlacedLine extends LogLine {
  readonly place: number
}

/**
 * Most lines in one statement, because of the number of parameters: a history row has 12 values, a removed record about 60 changes with 6
 * each.
 */
const linesMax = 100

const collector = new Collector<PlacedLine>(writeLines)

/** Writes the lines of one write in order. */
export function writeLog(trx: Trx, lines: readonly LogLine[]): Promise<void> {
  return collector.write(
    trx,
    lines.map((line, place) => ({ ...line, place })),
  )
}

/**
 * `transact` for a work of thousands of writes: their lines are written together before COMMIT, as they would be one by one. Each write of
 * a line makes the next slower, see `OpenWrite.log`. The work itself does not find them.
 */
export function transactWithLogAtEnd<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return collector.transact(db, work)
}

async function writeLines(trx: Trx, lines: readonly PlacedLine[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesMax) {
    const part = lines.slice(start, start + linesMax)
    await writeHistory(
      trx,
      part.flatMap(({ history }) => history ?? []),
    )
    await writeUserActionsInOrder(
      trx,
      part.map(({ userAction, place }) => ({ ...userAction, place })),
    )
  }
}

async function writeHistory(trx: Trx, lines: readonly HistoryLine[]): Promise<void> {
  if (lines.length === 0) return
  await insertChanges(trx, lines, await insertHistory(trx, lines))
}

async function insertHistory(trx: Trx, lines: readonly HistoryLine[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into record_history (entity, record_id, action, label, from_state, to_state, remark, user_name, occurred_at, company_no,
      record_no, record_label)
    values ${sql.join(lines.map(({ entry }) => sql`(${sql.join(entry)})`))} returning id
  `.execute(trx.withoutPlugins())
  if (rows.length !== lines.length) throw new Error('insert into record_history returned other rows than it was given')
  return rows.map(({ id }) => id)
}

async function insertChanges(trx: Trx, lines: readonly HistoryLine[], historyIds: readonly number[]): Promise<void> {
  const rows = lines.flatMap(({ changes }, line) =>
    changes.map(
      ({ field, before, after }, index) => sql`(${historyIds[line]}, ${index}, ${field.name}, ${field.title}, ${before}, ${after})`,
    ),
  )
  if (rows.length === 0) return
  await sql`insert into record_change (history_id, position, field, title, before_value, after_value) values ${sql.join(rows)}`.execute(
    trx.withoutPlugins(),
  )
}
