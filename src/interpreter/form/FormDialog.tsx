import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import type { Load } from '../../client/load/useLoad.ts'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { useColumnLabels } from '../shared/labels/useColumnLabels.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import type { OpenedForm } from '../shared/records/openForm.ts'
import { dictionariesOf, recordName } from '../shared/records/recordName.ts'
import type { ShownRowsStore } from '../shared/records/shownRows.ts'
import { useWatch } from '../shared/records/useWatch.ts'
import { EditForm } from './EditForm.tsx'
import { FormShell, ShellBody, ShellSpinner } from './frame/FormShell.tsx'
import { LeaveGuard, type LeaveQuestions, nothingToLose } from './saving/LeaveGuard.tsx'
import { type LoadedForm, useLoadedForm } from './useLoadedForm.ts'
import { LazyViewForm } from './view/lazyViewForm.ts'

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
  const { screen, isAddressed = false, cell, onWhole, onClose, onChanged } = props
  const [version, setVersion] = useState(0)
  const loaded = useLoadedForm(props, version)
  const form = useShownForm(loaded.data?.form ?? props.form, cell)
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

  return (
    <FormShell open={form.open} size={form.size} title={title} onHide={handleHide} over={form.mode === 'view' ? undefined : cell?.element}>
      <LeaveGuard questions={guard} isAddressed={isAddressed} onBack={close} />
      <FormContent
        {...props}
        form={form}
        loaded={loaded}
        version={version}
        guard={guard}
        onWhole={handleWhole}
        onHide={handleHide}
        onClose={close}
        onReload={reload}
      />
    </FormShell>
  )
}

interface FormContentProps extends FormDialogProps {
  readonly loaded: Load<LoadedForm>
  /** The version of the record that was asked for last. */
  readonly version: number
  readonly guard: RefObject<LeaveQuestions>
  /** Asks about unsaved input first. */
  readonly onHide: () => void
  readonly onReload: () => void
}

/** What the window of a form shows: the form, the view, or why there is none yet. */
function FormContent(props: FormContentProps) {
  const { screen, form, loaded, version, isAddressed = false, shownRows, onMove, onClose, onReload } = props
  if (loaded.state === 'error') {
    return (
      <ShellBody>
        <LoadProblem failure={loaded.failure} onRetry={onReload} />
      </ShellBody>
    )
  }
  const { data } = loaded
  // After an action the record is read again. Until then the shown record is outdated, including its version.
  const isReloading = data !== null && data.version !== version
  // The record is gone, so there is nothing to show, and no unsaved input to ask about.
  const onDeleted = () => {
    onClose()
    props.onChanged?.()
  }
  const common = { screen, form, onChanged: onReload, onDeleted }
  if (data?.kind === 'view') {
    return (
      <LazyViewForm
        {...common}
        record={data.record}
        isAddressed={isAddressed}
        isReloading={isReloading}
        {...(isAddressed && shownRows && onMove && { steps: { store: shownRows, onMove } })}
        onClose={onClose}
      />
    )
  }
  if (data === null || isReloading) return <ShellSpinner />
  return (
    <EditForm
      // A new version draws the form again after an action in the footer has changed the record.
      key={version}
      {...common}
      validator={data.validator}
      stored={data.record}
      cell={props.cell?.field}
      initial={props.initial}
      guard={props.guard}
      onWhole={props.onWhole}
      onLater={onClose}
      onHide={props.onHide}
      onSaved={props.onSaved}
    />
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
