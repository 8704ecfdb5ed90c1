import type { ValidatorType } from '@rjsf/utils'
import { useContext } from 'react'
import { clearDraft } from '../../client/drafts.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { type Load, useLoad } from '../../client/load/useLoad.ts'
import { useUserScope } from '../../client/session/useSession.ts'
import type { UserScope } from '../../language/predicate/predicate.ts'
import { nowScope } from '../../language/predicate/scope.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { guardHolds } from '../actions/buttons/visibleActions.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { findRecord, getRecord } from '../shared/calls/recordCalls.ts'
import { findForm, type OpenedForm } from '../shared/records/openForm.ts'
import { draftKey } from './saving/unfinishedForm.ts'
import { loadValidator, readyValidator, ValidatorImportContext } from './validation/validators.ts'
import { LazyViewForm } from './view/lazyViewForm.ts'

/** `version` is the one that was asked for; `form` a view when the record is closed to the form. */
export type LoadedForm = { readonly form: ResolvedForm; readonly version: number } & (
  | { readonly kind: 'view'; readonly record: ListRow }
  | { readonly kind: 'input'; readonly record: ListRow | null; readonly validator: ValidatorType }
)

/**
 * Loads what a form needs in parallel: the record, and its validator or the code of a view.
 *
 * @param version another one reads the record again
 */
export function useLoadedForm({ screen, form, recordId, recordKey, keyField }: OpenedForm, version: number): Load<LoadedForm> {
  const user = useUserScope()
  const importValidator = useContext(ValidatorImportContext)
  const isNew = form.mode === 'create' || (recordId === undefined && recordKey === undefined)
  return useLoad<LoadedForm>(
    async (http) => {
      const record = isNew
        ? null
        : readRecord(http, screen, form, recordKey === undefined ? { id: recordId ?? '' } : { key: recordKey, by: keyField })
      if (form.mode === 'view') {
        const [shown] = await Promise.all([record, LazyViewForm.fetch()])
        return { kind: 'view', form, record: shown ?? { id: '' }, version }
      }
      const [validator, stored] = await Promise.all([loadValidator(form, importValidator), record])
      const view = stored !== null && isClosedTo(stored, screen, form, user) ? findForm(screen, 'view') : undefined
      return view !== undefined && stored !== null
        ? { kind: 'view', form: view, record: stored, version }
        : { kind: 'input', form, validator, record: stored, version }
    },
    [importValidator, screen, form, recordId, recordKey, keyField, isNew, user, version],
    () => {
      const validator = isNew && form.mode !== 'view' ? readyValidator(form) : null
      return validator && { kind: 'input', form, validator, record: null, version }
    },
  )
}

/**
 * True when no action opens the form for this record, because an address may ask for a form that the state of the record does not allow.
 */
function isClosedTo(row: ListRow, screen: ResolvedScreen, form: ResolvedForm, user: UserScope): boolean {
  const openers = Object.values(screen.actions).filter((action) => 'form' in action && action.form === form.name)
  return openers.length > 0 && !openers.some((action) => guardHolds(action, { user, now: nowScope(new Date()), row }))
}

type RecordRef = { readonly id: ListRow['id'] } | { readonly key: string; readonly by: string | undefined }

/** Reads the record. If it is gone, its draft is deleted. */
async function readRecord(http: HttpClient, screen: ResolvedScreen, form: ResolvedForm, ref: RecordRef): Promise<ListRow> {
  if ('key' in ref) return findRecord(http, screen.api.get, ref.key, ref.by)
  try {
    return await getRecord(http, screen.api.get, ref.id)
  } catch (problem) {
    if (isHttpProblem(problem) && problem.status === 404) clearDraft(draftKey(screen, form, ref.id))
    throw problem
  }
}
