import type { ImportCheck, ImportResult } from '../../../answers/records.ts'
import { message } from '../../../rules/messages.ts'
import { ApiError } from '../../platform/errors.ts'
import { assertOwnCompany } from '../scope.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { createKnownOptions, forgettingUndone } from '../validation/knownOptions.ts'
import { createInside } from '../write/create.ts'
import { part, write } from '../write/write.ts'
import { textsOfRefusals } from './cellTexts.ts'
import { importColumns, withDependentKeys } from './importColumns.ts'
import { type ImportRow, previewOfRows, type ReadImport, readImportFile, textsMax } from './importFile.ts'
import { refusedRows } from './refusedRows.ts'

type RowError = ImportCheck['errors'][number]

/** Creates one record per row. If any row has an error, nothing is written, and the errors of all rows are returned. */
export async function importRecords(prepared: PreparedCall, file: Uint8Array): Promise<ImportResult> {
  const { rows } = await readImport(prepared, file)
  return write(prepared, async (open) => {
    const errors = await createRows(open, rows)
    const texts = errors.map((error) => `第 ${error.row} 列：${error.message}`)
    if (texts.length > 0) throw new ApiError(400, 'M17', [message('M17'), ...cut(texts)].join('\n'))
    return { createdCount: rows.length }
  })
}

/**
 * Runs the whole import and rolls it back. So the check finds everything that a later import of the file would refuse, including rules of
 * hooks, constraints of the database, and conflicts between rows of the file.
 */
export async function checkImport(prepared: PreparedCall, file: Uint8Array): Promise<ImportCheck> {
  const read = await readImport(prepared, file)
  const errors = await withoutTrace(prepared, (open) => createRows(open, read.rows))
  return { ...previewOfRows(read), errors: errors.slice(0, textsMax), errorCount: errors.length }
}

async function readImport(prepared: PreparedCall, file: Uint8Array): Promise<ReadImport> {
  const columns = await importColumns(prepared)
  const read = await readImportFile(prepared.call.actor.id, columns, file)
  const values = await withDependentKeys(
    prepared,
    columns,
    read.rows.map((row) => row.values),
  )
  return { ...read, rows: read.rows.map((row, index) => ({ ...row, values: values[index] ?? row.values })) }
}

async function createRows(open: OpenWrite, rows: readonly ImportRow[]): Promise<readonly RowError[]> {
  const { prepared } = open
  const { call } = prepared
  const knownOptions = createKnownOptions()
  const refused = await refusedRows(rows, (some, { isAlone, refusedCount }) => {
    const told = isAlone ? { allProblems: refusedCount < textsMax } : {}
    const asked = { ...open, prepared: { ...prepared, call: { ...call, ...told, knownOptions } } }
    return forgettingUndone(knownOptions, () => part(asked, (inner) => createEach(inner, some)))
  })
  const told = refused.slice(0, textsMax).map(({ row, refusal }) => ({ values: row.values, refusal }))
  const texts = await textsOfRefusals({ ...prepared, call: { ...call, db: open.trx } }, told)
  return refused.map(({ row }, index) => ({ row: row.number, message: texts[index] ?? '' }))
}

async function createEach(open: OpenWrite, rows: readonly ImportRow[]): Promise<void> {
  const { model, call } = open.prepared
  for (const { values } of rows) {
    assertOwnCompany(model, call.actor, values)
    await createInside(open, values, { action: 'import', label: '匯入' })
  }
}

/** Thrown to roll back the transaction; carries the result. */
class Trial<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('a trial run that is rolled back')
    this.result = result
  }
}

async function withoutTrace<T>(prepared: PreparedCall, work: (open: OpenWrite) => Promise<T>): Promise<T> {
  try {
    return await write(prepared, async (open) => {
      throw new Trial(await work(open))
    })
  } catch (error) {
    if (error instanceof Trial) return error.result as T
    throw error
  }
}

function cut(texts: readonly string[]): readonly string[] {
  return texts.length <= textsMax ? texts : [...texts.slice(0, textsMax), `…另有 ${texts.length - textsMax} 列錯誤`]
}
