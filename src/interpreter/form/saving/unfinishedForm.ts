import { draftKeys } from '../../../client/drafts.ts'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import type { OpenedForm } from '../../shared/records/openForm.ts'

/** Storage key for the draft of a form; `recordId` is absent for a new record. */
export function draftKey(screen: Pick<ResolvedScreen, 'uri'>, form: Pick<ResolvedForm, 'name'>, recordId: unknown): string {
  return `${screen.uri}:${form.name}:${String(recordId ?? newRecord)}`
}

const newRecord = 'new'

/**
 * The form that had unsaved input when the page was reloaded (after a token refresh, by the user, after a crash). It is opened again
 * automatically, because users would not look for their input in a closed dialog. A discarded form has no draft.
 */
export function unfinishedForm(screen: ResolvedScreen): OpenedForm | null {
  for (const key of draftKeys(`${screen.uri}:`)) {
    const [name = '', id = ''] = key.slice(screen.uri.length + 1).split(':')
    const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined
    if (form === undefined || form.mode === 'view') continue
    if (id === newRecord) return { screen, form }
    if (/^\d{1,15}$/.test(id)) return { screen, form, recordId: Number(id) }
  }
  return null
}
