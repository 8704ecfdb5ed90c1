import type { ImportCheck } from '../../../answers/records.ts'
import type { Property } from '../../../language/documents/entity.ts'
import { ApiError, fieldsError } from '../../platform/errors.ts'
import { isSafeInput, parseJsonBody } from '../../platform/http/guards/unsafeInput.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { RecordFile } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'
import { fieldModel } from '../model.ts'
import { pick } from '../pick.ts'
import { cellText, joinTexts } from '../validation/problemTexts.ts'
import { schemaTexts } from '../validation/schemaTexts.ts'
import type { ImportColumn } from './importColumns.ts'
import { exampleFile } from './importExample.ts'
import { previewOfRows, type ReadImport, readImportFile, textsMax } from './importFile.ts'

/** Result of reading a file of rows for a form. Without errors, `values` may be put into the form. Nothing is stored. */
export interface RowsCheck extends ImportCheck {
  /** The rows in the form's shape, in the order of the file; empty when there are errors. */
  readonly values: readonly RecordValues[]
}

/** A problem of a row: its index from 0, the member, and a text without row number and column title. */
export interface RowProblem {
  readonly index: number
  readonly field: string
  readonly text: string
}

/** The members of the objects in a list, as columns. Options are written as keys. */
function columnsOf({ items }: Property): readonly ImportColumn[] {
  return Object.entries(items?.properties ?? {})
    .filter(([, property]) => property['x-computed'] !== true)
    .map(([name, property]) => ({ field: fieldModel(name, property), required: items?.required?.includes(name) === true }))
}

/**
 * Reads rows for a list of objects in a form (x-widget `rows`) from an .xlsx file, and checks them against the schema of the list. Rows are
 * then given to `judge`, so that all problems of a file are reported at once.
 *
 * @param judge gets every row, without the members that the schema refuses; its problems about those are dropped
 * @throws 400 (M17) for a file that cannot be read at all
 */
export async function checkRowsFile(
  owner: TaskOwner,
  list: Property,
  file: Uint8Array,
  judge: (rows: readonly RecordValues[]) => Promise<readonly RowProblem[]>,
): Promise<RowsCheck> {
  const read = await readImportFile(owner, columnsOf(list), file)
  const rows = read.rows.map((row) => row.values)
  const plain = plainProblems(list, rows)
  const errors = byRow(read, list, [...plain, ...(await judgeSound(rows, plain, judge))])
  return {
    ...previewOfRows(read),
    errors: errors.slice(0, textsMax),
    errorCount: errors.length,
    values: errors.length > 0 ? [] : rows,
  }
}

type Judge = Parameters<typeof checkRowsFile>[3]

async function judgeSound(rows: readonly RecordValues[], plain: readonly RowProblem[], judge: Judge): Promise<readonly RowProblem[]> {
  const keyOf = (index: number, field: string) => `${index}.${field}`
  const wrong = new Set(plain.map(({ index, field }) => keyOf(index, field)))
  const sound = rows.map((values, index) => pick(values, (field) => !wrong.has(keyOf(index, field))))
  const problems = await judge(sound)
  return problems.filter(({ index, field }) => !wrong.has(keyOf(index, field)))
}

/** @throws 400 when the list as a whole is refused, e.g. because it is too long */
function plainProblems(list: Property, rows: readonly RecordValues[]): readonly RowProblem[] {
  const texts = Object.entries(schemaTexts({ rows: list }, { rows }))
  const ofWhole = texts.find(([path]) => !path.startsWith('rows.'))
  if (ofWhole) throw new ApiError(400, 'M17', ofWhole[1])
  return texts.map(([path, text]) => {
    const [, index, member = ''] = path.split('.')
    return { index: Number(index), field: member, text }
  })
}

/** One entry per faulty row of the sheet, with all its problems. */
function byRow({ rows }: ReadImport, { items }: Property, problems: readonly RowProblem[]): ImportCheck['errors'] {
  const texts = new Map<number, string[]>()
  for (const { index, field, text } of problems) {
    texts.set(index, [...(texts.get(index) ?? []), cellText(items?.properties?.[field]?.title, text)])
  }
  return [...texts]
    .sort(([one], [other]) => one - other)
    .map(([index, found]) => ({ row: rows[index]?.number ?? index + 2, message: joinTexts(found) }))
}

/** A file with the headings that {@link checkRowsFile} reads, and one example row. */
export function rowsExample(title: string, list: Property, example: RecordValues): RecordFile {
  const columns = columnsOf(list)
  return exampleFile(title, [
    columns.map(({ field }) => field.title),
    columns.map(({ field }) => (example[field.name] as string | number | undefined) ?? null),
  ])
}

/** @throws M06 when a part of a multipart call is not a JSON object */
export function readFormPart(text = '{}'): RecordValues {
  try {
    const value = parseJsonBody(text)
    if (isSafeInput(value) && typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RecordValues
  } catch {
    // Reported below.
  }
  throw fieldsError({ form: '表單 格式錯誤' })
}
