import { lazy, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { clearDraft } from '../../client/drafts.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { useUserScope } from '../../client/session/useSession.ts'
import type { UserScope } from '../../language/predicate.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { nowScope } from '../../language/scope.ts'
import { guardHolds } from '../actions/visibleActions.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { findRecord, getRecord } from '../shared/calls/recordCalls.ts'
import { findForm, type OpenedForm } from '../shared/records/openForm.ts'
import { dictionariesOf, recordName } from '../shared/records/recordName.ts'
import type { ShownRowsStore } from '../shared/records/shownRows.ts'
import { useWatch } from '../shared/records/useWatch.ts'
import { useColumnLabels } from '../shared/values/useColumnLabels.ts'
import { EditForm } from './EditForm.tsx'
import { FormShell, ShellBody } from './FormShell.tsx'
import { LeaveGuard, type LeaveQuestions, nothingToLose } from './LeaveGuard.tsx'
import { draftKey } from './unfinishedForm.ts'
import { loadValidator, ValidatorImportContext } from './validators.ts'

/** A view has parts that no input needs. */
const LazyViewForm = lazy(async () => ({ default: (await import('./ViewForm.tsx')).ViewForm }))

/** The form, and the record to edit or view; a create form has none. */
export interface FormDialogProps extends OpenedForm {
  /** The address says what is open: the back button leaves it by itself. */
  readonly isAddressed?: boolean
  /** The list that the form stands over; a view goes on to its neighbours there. */
  readonly shownRows?: ShownRowsStore
  readonly onMove?: (row: ListRow, list: URLSearchParams) => void
  readonly onClose: () => void
  /** The record as the server answered; the caller closes the form. */
  readonly onSaved: (record: Readonly<Record<string, unknown>>) => void
  /** An action in the footer changed the record while the form stays open: lists should load again. */
  readonly onChanged?: () => void
}

const noRecords: readonly ListRow[] = []

/**
 * A screen's form in a modal, a drawer or a page: creates, edits or shows one record, which it loads itself.
 * Mount it to open it; it asks before unsaved input is given up.
 */
export function FormDialog(props: FormDialogProps) {
  const { screen, initial, isAddressed = false, shownRows, onMove, onClose, onSaved, onChanged } = props
  const [version, setVersion] = useState(0)
  const loaded = useLoadedForm(props, version)
  const form = loaded.data?.form ?? props.form
  // After an action the record is read again: until then what is known of it is old, its version too.
  const isReloading = loaded.data !== null && loaded.data.version !== version
  const title = useFormTitle(screen, form, loaded.data?.record ?? null)
  // The open form puts its questions here; without one, closing is free.
  const guard = useRef<LeaveQuestions>(nothingToLose)
  const close = () => {
    guard.current = nothingToLose
    onClose()
  }
  const handleHide = () => void guard.current.mayLeave().then((isFree) => isFree && close())
  const reload = useCallback(() => {
    setVersion((before) => before + 1)
    onChanged?.()
  }, [onChanged])
  useWatch(screen, loaded.data?.kind === 'view' ? [loaded.data.record] : noRecords, reload)
  // Without its record there is nothing to show, nor to ask about.
  const handleDeleted = () => {
    close()
    onChanged?.()
  }

  return (
    <FormShell open={form.open} size={form.size} title={title} onHide={handleHide}>
      <LeaveGuard questions={guard} isAddressed={isAddressed} onBack={close} />
      {loaded.state === 'error' && (
        <ShellBody>
          <LoadProblem failure={loaded.failure} onRetry={reload} />
        </ShellBody>
      )}
      {loaded.state !== 'error' && (loaded.data === null || (isReloading && loaded.data.kind === 'input')) && <Waiting />}
      {loaded.state !== 'error' && loaded.data?.kind === 'view' && (
        <Suspense fallback={<Waiting />}>
          <LazyViewForm
            screen={screen}
            form={form}
            record={loaded.data.record}
            isAddressed={isAddressed}
            isReloading={isReloading}
            {...(isAddressed && shownRows && onMove && { steps: { store: shownRows, onMove } })}
            onClose={close}
            onChanged={reload}
            onDeleted={handleDeleted}
          />
        </Suspense>
      )}
      {loaded.state !== 'error' && !isReloading && loaded.data?.kind === 'input' && (
        <EditForm
          // A record changed by an action in the footer starts the form again.
          key={version}
          screen={screen}
          form={form}
          validator={loaded.data.validator}
          stored={loaded.data.record}
          initial={initial}
          guard={guard}
          onHide={handleHide}
          onSaved={onSaved}
          onChanged={reload}
          onDeleted={handleDeleted}
        />
      )}
    </FormShell>
  )
}

function Waiting() {
  return (
    <ShellBody>
      <Spinner />
    </ShellBody>
  )
}

/** `檢視特約商：C000101 好食光（啟用）`. */
function useFormTitle(screen: ResolvedScreen, form: ResolvedForm, record: ListRow | null): string {
  const { naming } = screen.entity
  const columns = useMemo(() => dictionariesOf(naming), [naming])
  const labels = useColumnLabels(columns)
  const name = record === null ? '' : recordName(naming, record, (column) => labels.get(column.field))
  return name === '' ? form.title : `${form.title}：${name}`
}

/** What a form needs before it can be drawn; record and validator are fetched side by side. */
function useLoadedForm({ screen, form, recordId, recordKey, keyField }: OpenedForm, version: number) {
  const user = useUserScope()
  const importValidator = useContext(ValidatorImportContext)
  return useLoad(
    async (http) => {
      const isNew = form.mode === 'create' || (recordId === undefined && recordKey === undefined)
      const record = isNew
        ? null
        : readRecord(http, screen, form, recordKey === undefined ? { id: recordId ?? '' } : { key: recordKey, by: keyField })
      if (form.mode === 'view') return { kind: 'view', form, record: (await record) ?? { id: '' }, version } as const
      const [validator, stored] = await Promise.all([loadValidator(form, importValidator), record])
      const view = stored !== null && isClosedTo(stored, screen, form, user) ? findForm(screen, 'view') : undefined
      return view !== undefined && stored !== null
        ? ({ kind: 'view', form: view, record: stored, version } as const)
        : ({ kind: 'input', form, validator, record: stored, version } as const)
    },
    [importValidator, screen, form, recordId, recordKey, keyField, user, version],
  )
}

/** Whether no action opens the form on this record: an address can ask for what the record's state does not allow. */
function isClosedTo(row: ListRow, screen: ResolvedScreen, form: ResolvedForm, user: UserScope): boolean {
  const openers = Object.values(screen.actions).filter((action) => 'form' in action && action.form === form.name)
  return openers.length > 0 && !openers.some((action) => guardHolds(action, { user, now: nowScope(new Date()), row }))
}

type RecordRef = { readonly id: ListRow['id'] } | { readonly key: string; readonly by: string | undefined }

/** What was typed into a record that is gone has nowhere to go. */
async function readRecord(http: HttpClient, screen: ResolvedScreen, form: ResolvedForm, ref: RecordRef): Promise<ListRow> {
  if ('key' in ref) return findRecord(http, screen.api.get, ref.key, ref.by)
  try {
    return await getRecord(http, screen.api.get, ref.id)
  } catch (problem) {
    if (isHttpProblem(problem) && problem.status === 404) clearDraft(draftKey(screen, form, ref.id))
    throw problem
  }
}
