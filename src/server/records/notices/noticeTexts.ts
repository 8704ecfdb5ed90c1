import type { Notice } from '../../../language/documents/notice.ts'
import { shortened } from '../../../rules/text.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { historyTexts, labelFinder } from '../history/historyLabels.ts'
import { textOf } from '../history/historyLog.ts'
import type { RecordValues } from '../hooks.ts'
import type { PreparedCall } from '../services.ts'

const mark = /\{([^{}]*)\}/g

/** A notice as people read it: `{field}` is the value of the record, with the label of a code. */
export async function noticeTexts(
  prepared: PreparedCall,
  db: Executor,
  { title, text }: Pick<Notice, 'title' | 'text'>,
  record: RecordValues,
): Promise<{ readonly title: string; readonly text: string | null }> {
  const names = [...new Set([...`${title}${text ?? ''}`.matchAll(mark)].map(([, name = '']) => name))]
  const fields = names.flatMap((name) => prepared.model.fields.get(name) ?? [])
  const values = fields.map((field) => ({ property: field.property, kept: textOf(field, record[field.name]) }))
  const texts = await historyTexts(labelFinder(prepared), db, values)
  const known = new Map(fields.map(({ name }, index) => [name, texts[index] || '—']))
  const filled = (template: string) => template.replaceAll(mark, (written, name: string) => inLine(known.get(name) ?? written))
  return { title: shortened(inLine(filled(title)), titleMax), text: text === undefined ? null : filled(text) }
}

/** A value begins no line of its own, and a title is the subject of a mail. */
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const titleMax = 300
