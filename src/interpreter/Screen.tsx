import { useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { LoadProblem } from '../client/load/LoadProblem.tsx'
import { late } from '../client/load/late.tsx'
import { Spinner } from '../client/parts/Spinner.tsx'
import type { ResolvedScreen } from '../language/resolved.ts'
import { InputDialogContext } from './actions/dialogs/InputDialogContext.ts'
import { ListView } from './list/ListView.tsx'
import { DiagnosticsBadge } from './screen/DiagnosticsBadge.tsx'
import { LazyFormDialog, LazyInputDialog, useWarmParts } from './screen/lazyParts.ts'
import { useOpenedForm } from './screen/useOpenedForm.ts'
import { useScreenDocument } from './screen/useScreenDocument.ts'
import { PartBoundary } from './shared/parts/PartBoundary.tsx'
import { type OpenedForm, openedRow } from './shared/records/openForm.ts'
import { createShownRows } from './shared/records/shownRows.ts'
import './print/print.css'

/** Hardly ever needed. */
const GoneNote = late(async () => (await import('./screen/GoneNote.tsx')).default)

/**
 * A screen drawn from its document: the list, its actions, and the open form. When the document changes on the server, the list is drawn
 * again. An open form keeps the document with which it was opened until it is closed.
 *
 * @param uri of the menu, `/_company/companies`
 * @param isUnsure nobody knows yet whether the menu has it: that it could not be read is not told before
 */
export default function Screen({ uri, isUnsure = false }: ScreenProps) {
  return <ScreenVisit key={uri} uri={uri} isUnsure={isUnsure} />
}

interface ScreenProps {
  readonly uri: string
  readonly isUnsure?: boolean
}

function ScreenVisit({ uri, isUnsure }: Required<ScreenProps>) {
  const { search } = useLocation()
  const { document, reload } = useScreenDocument(uri, search)
  if (document.state === 'loading' || (isUnsure && document.state === 'error')) return <Spinner />
  // A former address that was opened anew leads to the present one.
  if (document.state === 'ready' && document.screen.uri !== uri) return <Navigate to={`${document.screen.uri}${search}`} replace />
  return (
    <div className="screen">
      <DiagnosticsBadge />
      {document.state === 'ready' && document.gone && <GoneNote {...document.gone} />}
      {document.state === 'error' ? <LoadProblem failure={document.failure} onRetry={reload} /> : <DrawnScreen screen={document.screen} />}
    </div>
  )
}

function DrawnScreen({ screen }: { readonly screen: ResolvedScreen }) {
  const [version, setVersion] = useState(0)
  const [shownRows] = useState(createShownRows)
  const { opened, isAddressed, open, close, move } = useOpenedForm(screen)
  const reloadRows = useCallback(() => setVersion((before) => before + 1), [])
  const warmParts = useWarmParts(screen)
  const openForm = useFocusReturn(opened !== null, open)
  // A form that is a page takes the place of the list, which stays as it is behind it.
  const isPage = opened !== null && opened.form.open === 'page' && opened.cell === undefined
  return (
    <InputDialogContext value={LazyInputDialog}>
      <h1 className="screen-title h4">{screen.title}</h1>
      <div hidden={isPage}>
        <PartBoundary pointer="/list" version={screen.hash}>
          <ListView
            screen={screen}
            version={version}
            onChanged={reloadRows}
            onOpenForm={openForm}
            shownRows={shownRows}
            onDrawn={warmParts}
          />
        </PartBoundary>
      </div>
      {opened !== null && (
        <PartBoundary pointer={`/forms/${opened.form.name}`} version={opened.screen.hash}>
          <LazyFormDialog
            key={keyOf(opened)}
            {...opened}
            isAddressed={isAddressed}
            shownRows={shownRows}
            onWhole={() => openForm(withoutCell(opened))}
            onMove={(row, list) => move({ screen, form: opened.form, ...openedRow(screen, row) }, list)}
            onClose={close}
            onChanged={reloadRows}
            onSaved={() => {
              close()
              reloadRows()
            }}
          />
        </PartBoundary>
      )}
    </InputDialogContext>
  )
}

function withoutCell({ cell: _cell, ...whole }: OpenedForm): OpenedForm {
  return whole
}

/** A view keeps its window and tab for the next record; an input form is a new one for each record, and for each of its cells. */
function keyOf({ form, recordKey, recordId, cell }: OpenedForm): string {
  return form.mode === 'view' ? form.name : `${form.name} ${recordKey ?? recordId} ${cell?.field ?? ''}`
}

/** Returns the focus to the element from which a form was opened, however the form is closed. */
function useFocusReturn(isOpen: boolean, open: (form: OpenedForm) => void): (form: OpenedForm) => void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (isOpen) return
    if (opener.current instanceof HTMLElement) opener.current.focus()
    opener.current = null
  }, [isOpen])
  return useCallback(
    (form: OpenedForm) => {
      opener.current = document.activeElement
      open(form)
    },
    [open],
  )
}
