import type { FastifyInstance } from 'fastify'
import type { Property } from '../../../language/documents/entity.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { historyTexts } from '../../records/history/historyLabels.ts'
import type { RecordHooks } from '../../records/hooks.ts'

interface ChangedValue {
  readonly field: string | null
  readonly oldValue: string | null
  readonly newValue: string | null
}

/** 特約商異動紀錄: each row names the entity of its field. */
export function companyLogHooks(app: FastifyInstance): RecordHooks<'companyLog'> {
  return { completeRows: ({ db }, rows) => withValueTexts(app, db, rows, ({ entity }) => entity) }
}

/** What waits for its approval are fields of companies. */
export function companyChangeLineHooks(app: FastifyInstance): RecordHooks<'companyChangeLine'> {
  return { completeRows: ({ db }, rows) => withValueTexts(app, db, rows, () => 'company') }
}

/**
 * Shows the stored texts of `oldValue` and `newValue` as the history of a record does: keys by their labels, lists and rows by their
 * titles, 是 and 否, prices with the decimals of their field.
 */
async function withValueTexts<Row extends ChangedValue>(
  app: FastifyInstance,
  db: Executor,
  rows: readonly Row[],
  entityOf: (row: Row) => string | null,
): Promise<readonly Row[]> {
  const propertyOf = (row: Row): Property | undefined => {
    const properties = app.documents.entity(entityOf(row) ?? '')?.properties ?? {}
    return row.field !== null && Object.hasOwn(properties, row.field) ? properties[row.field] : undefined
  }
  const values = rows.flatMap((row) => [row.oldValue, row.newValue].map((kept) => ({ property: propertyOf(row), kept })))
  const texts = await historyTexts((name, executor, keys) => app.dictionaries.labels(name, executor, keys), db, values)
  const textOf = (value: string | null, place: number) => (value === null ? null : (texts[place] ?? ''))
  return rows.map((row, index) => ({
    ...row,
    oldValue: textOf(row.oldValue, 2 * index),
    newValue: textOf(row.newValue, 2 * index + 1),
  }))
}
