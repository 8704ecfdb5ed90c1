import type { ValidatorType } from '@rjsf/utils'
import { useCallback, useContext, useMemo, useRef, useState } from 'react'
import { clearDraft } from '../../client/drafts.ts'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { late } from '../../client/load/late.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { useUserScope } from '../../client/session/useSession.ts'
import type { UserScope } from '../../language/predicate/predicate.ts'
import { nowScope } from '../../language/predicate/scope.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { guardHolds } from '../actions/buttons/visibleActions.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { findRecord, getRecord } from '../shared/calls/recordCalls.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { findForm, type OpenedForm } from '../shared/records/openForm.ts'
import { dictionariesOf, recordName } from '../shared/records/recordName.ts'
import type { ShownRowsStore } from '../shared/records/shownRows.ts'
import { useWatch } from '../shared/records/useWatch.ts'
import { useColumnLabels } from '../shared/values/useColumnLabels.ts'
import { EditForm } from './EditForm.tsx'
import { FormShell, ShellBody } from './frame/FormShell.tsx'
import { LeaveGuard, type LeaveQuestions, nothingToLose } from './saving/LeaveGuard.tsx'
import { draftKey } from './saving/unfinishedForm.ts'
import { loadValidator, readyValidator, ValidatorImportContext } from './validation/validators.ts'

/** Loaded on demand, because it has parts that no input form needs. */
const LazyViewForm = late(async () => (await import('./view/ViewForm.tsx')).ViewForm, Waiting)

/** The form, and the record to edit or view; none for a create form. */
export interface FormDialogProps extends OpenedForm {
  /** The open form is part of the address, so the back button closes it. */
  readonly isAddressed?: boolean
  /** The rows of the list behind the form; a view can go on to the next record. */
  readonly shownRows?: ShownRowsStore
  readonly onMove?: (row: ListRow, list: URLSearchParams) => void
  /** Opens the whole form of a cell. */
  readonly onWhole?: () => void
  readonly onClose: () => void
  /** The record from the server's answer; the caller closes the form. */
  readonly onSaved: (record: Readonly<Record<string, unknown>>) => void
  /** An action in the footer has changed the record; lists should reload. */
  readonly onChanged?: () => void
}

const noRecords: readonly ListRow[] = []

/**
 * A form of a screen as a modal, a drawer or a page, which creates, edits or shows one record and loads it itself. Mount it to open it.
 * Before it discards unsaved input, it asks.
 */
export function FormDialog(props: FormDialogProps) {
  const { screen, initial, isAddressed = false, shownRows, cell, onMove, onWhole, onClose, onSaved, onChanged } = props
  const [version, setVersion] = useState(0)
  const loaded = useLoadedForm(props, version)
  const form = useShownForm(loaded.data?.form ?? props.form, cell)
  // After an action the record is read again. Until then the shown record is outdated, including its version.
  const isReloading = loaded.data !== null && loaded.data.version !== version
  const title = useFormTitle(screen, form, loaded.data?.record ?? null)
  // The open form sets its questions here; without one, closing needs no question.
  const guard = useRef<LeaveQuestions>(nothingToLose)
  const close = () => {
    guard.current = nothingToLose
    onClose()
  }
  const handleHide = () => void guard.current.mayLeave().then((isFree) => isFree && close())
  // The draft keeps what is entered, and the whole form starts with it.
  const handleWhole = useEvent(() => {
    guard.current = nothingToLose
    onWhole?.()
  })
  const reload = useCallback(() => {
    setVersion((before) => before + 1)
    onChanged?.()
  }, [onChanged])
  useWatch(screen, loaded.data?.kind === 'view' ? [loaded.data.record] : noRecords, reload)
  // The record is gone, so there is nothing to show, and no unsaved input to ask about.
  const handleDeleted = () => {
    close()
    onChanged?.()
  }

  return (
    <FormShell open={form.open} size={form.size} title={title} onHide={handleHide} over={form.mode === 'view' ? undefined : cell?.element}>
      <LeaveGuard questions={guard} isAddressed={isAddressed} onBack={close} />
      {loaded.state === 'error' && (
        <ShellBody>
          <LoadProblem failure={loaded.failure} onRetry={reload} />
        </ShellBody>
      )}
      {loaded.state !== 'error' && (loaded.data === null || (isReloading && loaded.data.kind === 'input')) && <Waiting />}
      {loaded.state !== 'error' && loaded.data?.kind === 'view' && (
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
      )}
      {loaded.state !== 'error' && !isReloading && loaded.data?.kind === 'input' && (
        <EditForm
          // A new version draws the form again after an action in the footer has changed the record.
          key={version}
          screen={screen}
          form={form}
          validator={loaded.data.validator}
          stored={loaded.data.record}
          cell={cell?.field}
          onWhole={handleWhole}
          onLater={close}
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

/** The form, or that part of it which is shown over a cell. Its rules stay those of the whole form. */
function useShownForm(form: ResolvedForm, cell: OpenedForm['cell']): ResolvedForm {
  const field = form.mode === 'view' ? undefined : cell?.field
  return useMemo(() => {
    if (field === undefined) return form
    return { ...form, actions: [], layout: { kind: 'groups', groups: [{ fields: [field], collapsed: false }] } }
  }, [form, field])
}

/** Title of the form, e.g. `檢視特約商：C000101 好食光（啟用）`. */
function useFormTitle(screen: ResolvedScreen, form: ResolvedForm, record: ListRow | null): string {
  const { naming } = screen.entity
  const columns = useMemo(() => dictionariesOf(naming), [naming])
  const labels = useColumnLabels(columns)
  const name = record === null ? '' : recordName(naming, record, (column) => labels.get(column.field))
  return name === '' ? form.title : `${form.title}：${name}`
}

type LoadedForm = { readonly form: ResolvedForm; readonly version: number } & (
  | { readonly kind: 'view'; readonly record: ListRow }
  | { readonly kind: 'input'; readonly record: ListRow | null; readonly validator: ValidatorType }
)

/** Loads what a form needs in parallel: the record, and its validator or the code of a view. */
function useLoadedForm({ screen, form, recordId, recordKey, keyField }: OpenedForm, version: number) {
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
