import type { ResolvedScreen } from '../../../language/resolved.ts'
import { findForm, type OpenedForm } from './openForm.ts'

/** Parameters of a screen's address that name the open form and its record, beside those of the list. */
const recordParam = 'record'
/** The field that `record` is a value of, where it is not the one that addresses of the screen use. */
const byParam = 'by'
const formParam = 'form'
/** Title of the open tab; it goes when the form does. */
export const tabParam = 'tab'

/**
 * Parameters of the view of a record.
 *
 * @param by the field that names it, where it is not the one that addresses of the screen use
 * @param form another form; who may not open it is shown the view
 */
export function recordAddress(record: string, by: string | undefined, form: string): URLSearchParams {
  return new URLSearchParams({ [recordParam]: record, ...(by !== undefined && { [byParam]: by }), [formParam]: form })
}

/** What of an address says which form is open; '' for none. */
export function openPart(params: URLSearchParams): string {
  return new URLSearchParams(
    [recordParam, byParam, formParam].flatMap((name) => params.getAll(name).map((value) => [name, value])),
  ).toString()
}

/** An address without its open form: the list's own. */
export function withoutOpen(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  for (const name of [recordParam, byParam, formParam, tabParam]) rest.delete(name)
  return rest
}

/** The address of a list with the open form of another one, and the tab that it is on. */
export function withOpenOf(list: URLSearchParams, opened: URLSearchParams): URLSearchParams {
  const part = openPart(opened)
  const next = new URLSearchParams([...withoutOpen(list), ...new URLSearchParams(part)])
  const tab = opened.get(tabParam)
  if (part !== '' && tab !== null) next.set(tabParam, tab)
  return next
}

/**
 * The form that an address opens. Without a form, or with one that the user was not given, it is the view: a link to a form for changes
 * shows the record to those who may only look.
 *
 * @returns null when the address opens none, or nothing that this user may open
 */
export function readOpen(params: URLSearchParams, screen: ResolvedScreen): OpenedForm | null {
  const record = params.get(recordParam) ?? ''
  const name = params.get(formParam) ?? ''
  const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined
  if (record === '') return form?.mode === 'create' ? { screen, form } : null
  const shown = form === undefined || form.mode === 'create' ? findForm(screen, 'view') : form
  return shown === undefined ? null : { screen, form: shown, ...recordOf(record, params.get(byParam), screen) }
}

/** What stands for no id is asked for as it is, so that the server answers it as a record that never was. */
function recordOf(record: string, by: string | null, { entity }: ResolvedScreen): Pick<OpenedForm, 'recordId' | 'recordKey' | 'keyField'> {
  if (by !== null) return { recordKey: record, keyField: by }
  if (entity.address !== 'id') return { recordKey: record }
  return { recordId: /^\d{1,15}$/.test(record) ? Number(record) : record }
}

/**
 * The address of a list with a form open over it; null for what an address cannot say: values that a new record starts with, and a
 * record whose key fits no address.
 */
export function writeOpen(
  params: URLSearchParams,
  { screen, form, recordId, recordKey, keyField, initial }: OpenedForm,
): URLSearchParams | null {
  if (initial !== undefined) return null
  const next = withoutOpen(params)
  if (recordId !== undefined || recordKey !== undefined) {
    const record = screen.entity.address === 'id' && keyField === undefined ? recordId : recordKey
    if (record === undefined) return null
    if (keyField !== undefined) next.set(byParam, keyField)
    next.set(recordParam, String(record))
  } else if (form.mode !== 'create') return null
  next.set(formParam, form.name)
  return next
}
