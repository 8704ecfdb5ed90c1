import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { fieldOf, type ListRow } from '../calls/listPage.ts'

/** A form that is open, with the document it was opened from: a newer document leaves it alone until it is closed. */
export interface OpenedForm {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly recordId?: ListRow['id']
  /** The record's name in addresses, where it is not the id: it is read by this one. */
  readonly recordKey?: string
  /** The field that `recordKey` is a value of, where it is not the one that addresses of the screen use. */
  readonly keyField?: string
  /** Values a new record starts with (copy). */
  readonly initial?: Readonly<Record<string, unknown>>
}

/** What a form needs to know of the row that it opens. Addresses of calls take no `--`, so such a key gives way to the id. */
export function openedRow(screen: ResolvedScreen, row: ListRow): Pick<OpenedForm, 'recordId' | 'recordKey'> {
  const { address } = screen.entity
  const key = address === 'id' ? undefined : fieldOf(row, address)
  return { recordId: row.id, ...(typeof key === 'string' && key !== '' && !key.includes('--') && { recordKey: key }) }
}

/**
 * The form that serves a mode: the named one, else the one with the mode's name, else the first of that mode.
 * Undefined when the user was given none.
 */
export function findForm(screen: ResolvedScreen, mode: ResolvedForm['mode'], name?: string): ResolvedForm | undefined {
  for (const wanted of [name, mode]) {
    if (wanted !== undefined && Object.hasOwn(screen.forms, wanted)) return screen.forms[wanted]
  }
  return Object.values(screen.forms).find((form) => form.mode === mode)
}

/** Only what the create form asks for; ids, versions, computed values and what must be unique stay behind. */
export function copiedValues(form: ResolvedForm, record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.values(form.fields).filter(
    (field) => !field.readonly && !field.property['x-unique'] && Object.hasOwn(record, field.field),
  )
  return Object.fromEntries(fields.map((field) => [field.field, record[field.field]]))
}
