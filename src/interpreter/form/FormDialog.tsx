import { useCallback, useContext, useRef, useState } from 'react'
import { clearDraft } from '../../client/drafts.ts'
import { useHttp } from '../../client/http/HttpContext.tsx'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { LoadProblem } from '../list/LoadProblem.tsx'
import type { ListRow } from '../list/listPage.ts'
import { useLoad } from '../list/useLoad.ts'
import { getRecord } from '../screen/recordCalls.ts'
import { draftKey } from '../screen/unfinishedForm.ts'
import { EditForm } from './EditForm.tsx'
import { FormShell, ShellBody } from './FormShell.tsx'
import { LeaveGuard, type LeaveQuestions, nothingToLose } from './LeaveGuard.tsx'
import { ViewForm } from './ViewForm.tsx'
import { loadValidator, ValidatorImportContext } from './validators.ts'

export interface FormDialogProps {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  /** Of the record to edit or view; a create form has none. */
  readonly recordId?: ListRow['id']
  /** Values a new record starts with. */
  readonly initial?: Readonly<Record<string, unknown>>
  readonly onClose: () => void
  /** The record as the server answered; the caller closes the form. */
  readonly onSaved: (record: Readonly<Record<string, unknown>>) => void
  /** An action in the footer changed the record while the form stays open: lists should load again. */
  readonly onChanged?: () => void
}

/**
 * A screen's form in a modal, a drawer or a page: creates, edits or shows one record, which it loads itself.
 * Mount it to open it; it asks before unsaved input is given up.
 */
export function FormDialog({ screen, form, recordId, initial, onClose, onSaved, onChanged }: FormDialogProps) {
  const [version, setVersion] = useState(0)
  const loaded = useLoad(useFormLoader(screen, form, recordId, version))
  // The open form puts its questions here; without one, closing is free.
  const guard = useRef<LeaveQuestions>(nothingToLose)
  const handleHide = () => void guard.current.mayLeave().then((isFree) => isFree && onClose())
  const reload = useCallback(() => {
    setVersion((before) => before + 1)
    onChanged?.()
  }, [onChanged])
  // Without its record there is nothing to show, nor to ask about.
  const handleDeleted = () => {
    onClose()
    onChanged?.()
  }

  return (
    <FormShell open={form.open} size={form.size} title={form.title} onHide={handleHide}>
      <LeaveGuard questions={guard} onBack={onClose} />
      {loaded.state === 'error' && (
        <ShellBody>
          <LoadProblem text={loaded.text} onRetry={reload} />
        </ShellBody>
      )}
      {loaded.state !== 'error' && loaded.data === null && (
        <ShellBody>
          <Spinner />
        </ShellBody>
      )}
      {loaded.state !== 'error' && loaded.data?.kind === 'view' && (
        <ViewForm screen={screen} form={form} record={loaded.data.record} onClose={onClose} onChanged={reload} onDeleted={handleDeleted} />
      )}
      {loaded.state !== 'error' && loaded.data?.kind === 'input' && (
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

/** What a form needs before it can be drawn; record and validator are fetched side by side. */
function useFormLoader(screen: ResolvedScreen, form: ResolvedForm, recordId: ListRow['id'] | undefined, version: number) {
  const http = useHttp()
  const importValidator = useContext(ValidatorImportContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads again
  return useCallback(async () => {
    const record = recordId === undefined || form.mode === 'create' ? null : readRecord(http, screen, form, recordId)
    if (form.mode === 'view') return { kind: 'view', record: (await record) ?? {} } as const
    const [validator, stored] = await Promise.all([loadValidator(form, importValidator), record])
    return { kind: 'input', validator, record: stored } as const
  }, [http, importValidator, screen, form, recordId, version])
}

/** What was typed into a record that is gone has nowhere to go. */
async function readRecord(http: HttpClient, screen: ResolvedScreen, form: ResolvedForm, recordId: ListRow['id']): Promise<ListRow> {
  try {
    return await getRecord(http, screen.api.get, recordId)
  } catch (problem) {
    if (isHttpProblem(problem) && problem.status === 404) clearDraft(draftKey(screen, form, recordId))
    throw problem
  }
}
