import type { Property } from '../../../language/documents/entity.ts'
import { ApiError, refuseFields } from '../../platform/errors.ts'
import { isSafeInput, parseJsonBody } from '../../platform/http/unsafeInput.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { ImportCheck, RecordFile } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'
import { fieldModel } from '../model.ts'
import { schemaTexts } from '../validation/schemaTexts.ts'
import { cellText } from './cellTexts.ts'
import type { ImportColumn } from './importColumns.ts'
import { exampleFile } from './importExample.ts'
import { previewOf, type ReadImport, readImportFile, textsMax } from './importFile.ts'

/** What a file of rows for a form holds; without errors `values` may be put into the form. Nothing is written. */
export interface RowsCheck extends ImportCheck {
  /** The rows as the form keeps them, in the order of the file; empty with errors. */
  readonly values: readonly RecordValues[]
}

/** What is wrong with a row: its place from 0, and a text without the row's number. */
export interface RowProblem {
  readonly index: number
  readonly text: string
}

/** The members of the objects of a list as columns; options are written as their keys. */
function columnsOf({ items }: Property): readonly ImportColumn[] {
  return Object.entries(items?.properties ?? {})
    .filter(([, property]) => property['x-computed'] !== true)
    .map(([name, property]) => ({ field: fieldModel(name, property), required: items?.required?.includes(name) === true }))
}

/**
 * Reads rows for a list of objects of a form (x-widget `rows`) out of an .xlsx file, and checks them by the list's schema; the rows that
 * satisfy it are given to `judge`, so that all that is wrong with a file is told at once.
 *
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
  const errors = byRow(read, [...plain, ...(await judgeSound(rows, plain, judge))])
  return {
    ...previewOf(read),
    errors: errors.slice(0, textsMax),
    errorCount: errors.length,
    values: errors.length > 0 ? [] : rows,
  }
}

type Judge = Parameters<typeof checkRowsFile>[3]

async function judgeSound(rows: readonly RecordValues[], plain: readonly RowProblem[], judge: Judge): Promise<readonly RowProblem[]> {
  const wrong = new Set(plain.map(({ index }) => index))
  const sound = rows.flatMap((values, index) => (wrong.has(index) ? [] : [{ values, index }]))
  if (sound.length === 0) return []
  const problems = await judge(sound.map(({ values }) => values))
  return problems.flatMap(({ index, text }) => sound.slice(index, index + 1).map((row) => ({ index: row.index, text })))
}

/** @throws 400 when the list as a whole is refused, e.g. too long */
function plainProblems(list: Property, rows: readonly RecordValues[]): readonly RowProblem[] {
  const texts = Object.entries(schemaTexts({ rows: list }, { rows }))
  const ofWhole = texts.find(([path]) => !path.startsWith('rows.'))
  if (ofWhole) throw new ApiError(400, 'M17', ofWhole[1])
  return texts.map(([path, text]) => {
    const [, index, member = ''] = path.split('.')
    return { index: Number(index), text: cellText(list.items?.properties?.[member]?.title, text) }
  })
}

/** One entry per row of the sheet, with all that is wrong with it. */
function byRow({ rows }: ReadImport, problems: readonly RowProblem[]): ImportCheck['errors'] {
  const texts = new Map<number, string[]>()
  for (const { index, text } of problems) texts.set(index, [...(texts.get(index) ?? []), text])
  return [...texts]
    .sort(([one], [other]) => one - other)
    .map(([index, found]) => ({ row: rows[index]?.number ?? index + 2, message: [...new Set(found)].join('、') }))
}

/** A file with the headings that {@link checkRowsFile} reads, and one row that shows how values are written. */
export function rowsExample(title: string, list: Property, example: RecordValues): RecordFile {
  const columns = columnsOf(list)
  return exampleFile(title, [
    columns.map(({ field }) => field.title),
    columns.map(({ field }) => (example[field.name] as string | number | undefined) ?? null),
  ])
}

/** @throws M06 when a part of a multipart call is no JSON object */
export function readFormPart(text = '{}'): RecordValues {
  try {
    const value = parseJsonBody(text)
    if (isSafeInput(value) && typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RecordValues
  } catch {
    // Told below.
  }
  throw refuseFields({ form: '表單 格式錯誤' })
}
