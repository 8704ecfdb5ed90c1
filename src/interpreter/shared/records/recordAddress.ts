import type { ResolvedScreen } from '../../../language/resolved.ts'
import { findForm, type OpenedForm } from './openForm.ts'

/** Parameter with the record of the open form, beside the parameters of the list. */
const recordParam = 'record'
/** Field of `record`, when it is not the one in the screen's addresses. */
const byParam = 'by'
const formParam = 'form'
/** Title of the open tab; removed with the form. */
export const tabParam = 'tab'

/**
 * Parameters for the view of a record.
 *
 * @param by field that identifies it, when it is not the one in the screen's addresses
 * @param form another form; users who may not open it get the view
 */
export function recordAddress(record: string, by: string | undefined, form: string): URLSearchParams {
  return new URLSearchParams({ [recordParam]: record, ...(by !== undefined && { [byParam]: by }), [formParam]: form })
}

/** The part of an address that says which form is open; '' for none. */
export function openPart(params: URLSearchParams): string {
  return new URLSearchParams(
    [recordParam, byParam, formParam].flatMap((name) => params.getAll(name).map((value) => [name, value])),
  ).toString()
}

/** An address without its open form: only the list's parameters. */
export function withoutOpen(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  for (const name of [recordParam, byParam, formParam, tabParam]) rest.delete(name)
  return rest
}

/** The address of a list, with the open form and tab of another address. */
export function withOpenOf(list: URLSearchParams, opened: URLSearchParams): URLSearchParams {
  const part = openPart(opened)
  const next = new URLSearchParams([...withoutOpen(list), ...new URLSearchParams(part)])
  const tab = opened.get(tabParam)
  if (part !== '' && tab !== null) next.set(tabParam, tab)
  return next
}

/**
 * The form that an address opens. Without a form, or with one that the user may not use, it is the view, so that a link to an edit form
 * shows the record to users who may only read.
 *
 * @returns null when the address opens no form, or none that this user may open
 */
export function readOpen(params: URLSearchParams, screen: ResolvedScreen): OpenedForm | null {
  const record = params.get(recordParam) ?? ''
  const name = params.get(formParam) ?? ''
  const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined
  if (record === '') return form?.mode === 'create' ? { screen, form } : null
  const shown = form === undefined || form.mode === 'create' ? findForm(screen, 'view') : form
  return shown === undefined ? null : { screen, form: shown, ...recordOf(record, params.get(byParam), screen) }
}

/** A value that is not an id is requested as it is, so that the server answers that the record does not exist. */
function recordOf(record: string, by: string | null, { entity }: ResolvedScreen): Pick<OpenedForm, 'recordId' | 'recordKey' | 'keyField'> {
  if (by !== null) return { recordKey: record, keyField: by }
  if (entity.address !== 'id') return { recordKey: record }
  return { recordId: /^\d{1,15}$/.test(record) ? Number(record) : record }
}

/**
 * The address of a list with a form open over it; null for what an address cannot contain: initial values of a new record, the place of
 * one cell, and a key that does not fit into an address.
 */
export function writeOpen(
  params: URLSearchParams,
  { screen, form, recordId, recordKey, keyField, initial, cell }: OpenedForm,
): URLSearchParams | null {
  if (initial !== undefined || cell !== undefined) return null
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
