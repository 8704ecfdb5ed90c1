import { Readable } from 'node:stream'
import { evaluate } from '../../../../language/predicate/predicate.ts'
import type { DictionaryRef, ResolvedColumn, ResolvedField, ResolvedForm, ResolvedTab } from '../../../../language/resolved.ts'
import { userActionType } from '../../../../rules/codes.generated.ts'
import { fileStamp, taipeiDateTime } from '../../../../rules/dates.ts'
import { figureText } from '../../../../rules/figures.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { TaskLimitError } from '../../../platform/workers/taskLane.ts'
import type { RecordFile } from '../../engine.ts'
import type { RecordValues, StoredRecord } from '../../hooks.ts'
import { present } from '../../masks/present.ts'
import { getVisible, listChildren } from '../../read/read.ts'
import type { PreparedCall } from '../../services.ts'
import { cellOf } from '../cells.ts'
import { type RecordSheet, type SheetPart, writeRecordSheet } from './recordSheet.ts'

/** Most rows of a child list that are printed. */
const childRowsMax = 100

type Shown = Pick<ResolvedField | ResolvedColumn, 'field' | 'title' | 'format'> & {
  readonly dictionary?: DictionaryRef
  readonly decimals?: number
}

/**
 * Prints one record as PDF: the content of its view form, tab by tab, and its child lists. Personal data is masked; pictures, files and the
 * history are left out. The export is logged.
 *
 * @throws M08 when this actor may not see the record, or the screen has no view
 */
export async function exportRecordPdf(prepared: PreparedCall, id: number): Promise<RecordFile> {
  const { call, model } = prepared
  const { screen } = call
  const form = Object.values(screen?.forms ?? {}).find((one) => one.mode === 'view')
  if (!screen || !form) throw apiError('M08')
  const stored = await getVisible(prepared, id)
  const record = present(prepared, stored, 'file')
  const name = `${screen.entity.title} ${record[screen.entity.key]} ${record[screen.entity.label] ?? ''}`.trim()
  const parts = await partsOf(prepared, form, stored, record)
  const note = `${screen.title}　列印時間 ${taipeiDateTime(call.now)}　列印人員 ${call.actor.userName}`
  const body = await printSheet(call.actor.id, { title: name, note, parts })
  await writeUserAction(call.db, {
    actor: call.actor,
    userActionType: userActionType.export,
    action: `匯出${model.entity.title} ${record[screen.entity.key]} 的 PDF`,
    entity: model.entity.name,
    entityId: id,
  })
  return {
    fileName: `${screen.title}_${record[screen.entity.key]}_${fileStamp(call.now)}.pdf`,
    contentType: 'application/pdf',
    body: Readable.from(body),
  }
}

async function printSheet(owner: number, sheet: RecordSheet): Promise<readonly Uint8Array[]> {
  try {
    return await writeRecordSheet(owner, sheet)
  } catch (error) {
    if (error instanceof TaskLimitError) throw textError(400, '內容過多，無法產生 PDF')
    throw error
  }
}

async function partsOf(
  prepared: PreparedCall,
  form: ResolvedForm,
  stored: StoredRecord,
  record: RecordValues,
): Promise<readonly SheetPart[]> {
  const { layout } = form
  if (layout.kind === 'groups')
    return Promise.all(layout.groups.map((group) => fieldsPart(prepared, { form, record, title: group.title ?? '', names: group.fields })))
  const parts: SheetPart[] = []
  for (const tab of layout.tabs) {
    if (tab.visible && !evaluate(tab.visible, { ...prepared.scope, row: stored })) continue
    parts.push(...(await tabParts(prepared, form, record, tab)))
  }
  return parts
}

async function tabParts(
  prepared: PreparedCall,
  form: ResolvedForm,
  record: RecordValues,
  { title, content }: ResolvedTab,
): Promise<readonly SheetPart[]> {
  if (content.kind === 'history') return []
  if (content.kind === 'child') return [await childPart(prepared, Number(record.id), title, content.child)]
  return Promise.all(
    content.groups.map((group) =>
      fieldsPart(prepared, { form, record, title: group.title === undefined ? title : `${title}・${group.title}`, names: group.fields }),
    ),
  )
}

interface FieldsPartInput {
  readonly form: ResolvedForm
  readonly record: RecordValues
  readonly title: string
  readonly names: readonly string[]
}

async function fieldsPart(prepared: PreparedCall, { form, record, title, names }: FieldsPartInput): Promise<SheetPart> {
  const fields = names.flatMap((name) => {
    const field = form.fields[name]
    return field === undefined || field.format === 'image' || field.format === 'files' ? [] : [field]
  })
  return {
    kind: 'fields',
    title,
    fields: await Promise.all(
      fields.map(async (field) => {
        const decimals = field.property['x-decimals']
        return { title: field.title, text: await textOf(prepared, decimals === undefined ? field : { ...field, decimals }, record) }
      }),
    ),
  }
}

async function childPart(prepared: PreparedCall, id: number, title: string, name: string): Promise<SheetPart> {
  const columns = (prepared.call.screen?.children[name]?.columns ?? []).filter((column) => !column.hidden)
  const { rows, totalCount } = await listChildren(prepared, id, name, { pageIndex: 0, pageSize: childRowsMax })
  const texts: string[][] = []
  for (const row of rows) texts.push(await Promise.all(columns.map((column) => textOf(prepared, column, row))))
  return { kind: 'table', title, headings: columns.map((column) => column.title), rows: texts, totalCount }
}

/** A value as text, in the form in which the screen shows it. */
async function textOf({ services, call }: PreparedCall, shown: Shown, record: RecordValues): Promise<string> {
  const { field, format, dictionary, decimals } = shown
  const value = record[field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && !dictionary) return figureText(value, format, decimals)
  if (format === 'month') return `${String(value).slice(0, 4)}年${String(value).slice(4)}月`
  const labels = dictionary && format !== 'boolean' ? await labelsOf(services, call, dictionary, record) : undefined
  return String(cellOf(value, format, labels) ?? '')
}

async function labelsOf(
  services: PreparedCall['services'],
  { db, actor }: PreparedCall['call'],
  { name, strArg, intArg }: DictionaryRef,
  record: RecordValues,
): Promise<ReadonlyMap<string, string>> {
  const wanted = strArg?.startsWith('form.') ? record[strArg.slice('form.'.length)] : strArg
  const argument = wanted === null || wanted === undefined ? undefined : String(wanted)
  const options = await services.findOptions(name, {
    db,
    actor,
    ...(argument !== undefined && { strArg: argument }),
    ...(intArg !== undefined && { intArg }),
  })
  return new Map((options ?? []).map((option) => [option.key, option.value]))
}
