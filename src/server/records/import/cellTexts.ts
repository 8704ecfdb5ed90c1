import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { type ApiError, apiError } from '../../platform/errors.ts'
import type { ImportRefusal } from '../engine.ts'
import type { PreparedCall } from '../services.ts'
import { cellText, joinTexts } from '../validation/problemTexts.ts'
import { assertStorable } from '../write/input.ts'
import { type FindOptions, type ImportColumn, importColumns, optionsOfRows } from './importColumns.ts'
import { sampleText } from './sampleTexts.ts'

/** Most options that a text lists, because longer lists do not help. */
const optionsShown = 8

/** Texts for refused rows: each problem with the heading of its column, and what to write there. */
export async function textsOfRefusals(prepared: PreparedCall, refusals: readonly ImportRefusal[]): Promise<readonly string[]> {
  if (refusals.length === 0) return []
  const columns = new Map((await importColumns(prepared)).map((column) => [column.field.name, column]))
  const file = { prepared, columns, findOptions: optionsOfRows(prepared) }
  const texts: string[] = []
  for (const refusal of refusals) texts.push(await rowText(file, refusal))
  return texts
}

interface RefusedFile {
  readonly prepared: PreparedCall
  readonly columns: ReadonlyMap<string, ImportColumn>
  readonly findOptions: FindOptions
}

async function rowText(file: RefusedFile, { refusal, values }: ImportRefusal): Promise<string> {
  const { prepared, columns } = file
  const { body } = refusal
  if (typeof body === 'string') return joinTexts(wholeTexts(prepared, refusal, values))
  const texts: string[] = []
  for (const [path, text] of Object.entries(body)) {
    const name = path.split('.')[0] ?? path
    const column = columns.get(name)
    const advice = column && (await adviceFor(file, column, values, text))
    texts.push(cellText(prepared.model.fields.get(name)?.title, advice ?? text))
  }
  return joinTexts(texts)
}

/**
 * Texts for an error that names no field. A confirmation cannot be given in an import. For text that cannot be stored (M18), the columns
 * are found here.
 */
function wholeTexts({ model }: PreparedCall, { code, body }: ApiError, values: ImportRefusal['values']): readonly string[] {
  if (code.startsWith('CONFIRM:')) return [`${body}匯入無法回答，請由畫面新增這一筆`]
  if (code !== 'M18') return [String(body)]
  const titles = Object.entries(values).flatMap(([name, value]) => (isStorable(value) ? [] : [model.fields.get(name)?.title ?? name]))
  return titles.length === 0 ? [String(body)] : titles.map((title) => `${title}：${apiError('M18').body}，請重新輸入`)
}

function isStorable(value: unknown): boolean {
  try {
    assertStorable(value)
    return true
  } catch {
    return false
  }
}

/** What to write instead, for texts that only say that a value is wrong; undefined for texts that say enough. */
async function adviceFor(
  { prepared, findOptions }: RefusedFile,
  column: ImportColumn,
  values: ImportRefusal['values'],
  text: string,
): Promise<string | undefined> {
  const value = values[column.field.name]
  if (value === undefined || !/格式錯誤\.?$/.test(text)) return undefined
  const options = await findOptions(column, values)
  if (options) return optionsText(options, Array.isArray(value) ? value.map(String) : [String(value)])
  if (column.field.kind === 'boolean') return `${text}，請填寫「是」或「否」`
  const sample = sampleText(column.field, prepared.call.now)
  return sample === undefined ? undefined : `${text.replace(/\.$/, '')}，請重新輸入（例如 ${sample}）`
}

function optionsText(options: readonly PlainOption[], given: readonly string[]): string | undefined {
  const keys = new Set(options.map(({ key }) => key))
  const unknown = given.filter((one) => !keys.has(one))
  if (unknown.length === 0) return undefined
  if (options.length === 0) return `「${unknown.join('、')}」不在選項中，目前沒有可用的選項`
  const shown = options.slice(0, optionsShown).map((option) => option.value)
  const more = options.length > shown.length ? `…等 ${options.length} 項之一` : '其中之一'
  return `「${unknown.join('、')}」不在選項中，請填寫 ${shown.join('、')} ${more}`
}
