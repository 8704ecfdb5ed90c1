import type { Property } from '../../../language/documents/entity.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { looksMasked } from '../../../rules/masks.ts'
import { fieldOf, type ListRow } from '../calls/listPage.ts'

/** An open form, with the document from which it was opened; a newer document does not affect it until it is closed. */
export interface OpenedForm {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly recordId?: ListRow['id']
  /** Key of the record in addresses, when it is not the id; the record is read by this key. */
  readonly recordKey?: string
  /** Field of `recordKey`, when it is not the one in the screen's addresses. */
  readonly keyField?: string
  /** Initial values of a new record (a copy). */
  readonly initial?: Readonly<Record<string, unknown>>
  /** Only one field of the form is shown, over the cell of its value. */
  readonly cell?: OpenedCell
}

export interface OpenedCell {
  readonly field: string
  readonly element: HTMLElement
}

/** What a form needs to know of the row that it opens. Addresses of calls cannot contain `--`, so for such a key the id is used. */
export function openedRow(screen: ResolvedScreen, row: ListRow): Pick<OpenedForm, 'recordId' | 'recordKey'> {
  const { address } = screen.entity
  const key = address === 'id' ? undefined : fieldOf(row, address)
  return { recordId: row.id, ...(typeof key === 'string' && key !== '' && !key.includes('--') && { recordKey: key }) }
}

/**
 * The form for a mode: the named one, otherwise the one with the name of the mode, otherwise the first of that mode. Undefined when the
 * user may not use any.
 */
export function findForm(screen: ResolvedScreen, mode: ResolvedForm['mode'], name?: string): ResolvedForm | undefined {
  for (const wanted of [name, mode]) {
    if (wanted !== undefined && Object.hasOwn(screen.forms, wanted)) return screen.forms[wanted]
  }
  return Object.values(screen.forms).find((form) => form.mode === mode)
}

/** Only the fields of the create form, without ids, versions, computed and unique values, and without what has come masked. */
export function copiedValues(form: ResolvedForm, record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.values(form.fields).filter(
    (field) =>
      !field.readonly &&
      !field.property['x-unique'] &&
      Object.hasOwn(record, field.field) &&
      !isHidden(field.property, record[field.field]),
  )
  return Object.fromEntries(fields.map((field) => [field.field, record[field.field]]))
}

/** A value of which only the mask has come: a copy would have the mask for its value. */
function isHidden({ items, 'x-mask': mask = items?.['x-mask'] }: Property, value: unknown): boolean {
  if (mask === undefined) return false
  return mask === 'secret' || [value].flat().some((one) => typeof one === 'string' && looksMasked(one))
}
