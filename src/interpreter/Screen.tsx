import { Suspense, useCallback, useRef, useState } from 'react'
import { Spinner } from '../client/parts/Spinner.tsx'
import type { ResolvedScreen } from '../language/resolved.ts'
import { InputDialogContext } from './actions/InputDialogContext.ts'
import type { OpenedForm } from './actions/openForm.ts'
import { ListView } from './list/ListView.tsx'
import { LoadProblem } from './list/LoadProblem.tsx'
import { useEarlyPreferences } from './list/usePreferences.ts'
import { DiagnosticsBadge } from './screen/DiagnosticsBadge.tsx'
import { LazyFormDialog, LazyInputDialog } from './screen/lazyParts.ts'
import { PartBoundary } from './screen/PartBoundary.tsx'
import { unfinishedForm } from './screen/unfinishedForm.ts'
import { useScreenDocument } from './screen/useScreenDocument.ts'
import './print.css'

/**
 * A screen drawn from its document: the list, its actions, and the form that is open. The document stays live: when it changes
 * on the server the list is drawn anew, while an open form keeps the document it was opened with until it is closed.
 *
 * @param uri of the menu, `/_company/companies`
 */
export default function Screen({ uri }: { readonly uri: string }) {
  return <ScreenVisit key={uri} uri={uri} />
}

function ScreenVisit({ uri }: { readonly uri: string }) {
  const { document, reload } = useScreenDocument(uri)
  useEarlyPreferences(uri)
  if (document.state === 'loading') return <Spinner />
  return (
    <div className="screen">
      <DiagnosticsBadge />
      {document.state === 'error' ? <LoadProblem text={document.text} onRetry={reload} /> : <DrawnScreen screen={document.screen} />}
    </div>
  )
}

function DrawnScreen({ screen }: { readonly screen: ResolvedScreen }) {
  const [version, setVersion] = useState(0)
  const [opened, setOpened] = useState<OpenedForm | null>(() => unfinishedForm(screen))
  const opener = useRef<Element | null>(null)
  const reloadRows = useCallback(() => setVersion((before) => before + 1), [])
  const openForm = useCallback((form: OpenedForm) => {
    opener.current = document.activeElement
    setOpened(form)
  }, [])
  const closeForm = () => {
    setOpened(null)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <InputDialogContext value={LazyInputDialog}>
      <h1 className="screen-title h4">{screen.title}</h1>
      <PartBoundary pointer="/list" version={screen.hash}>
        <ListView screen={screen} version={version} onChanged={reloadRows} onOpenForm={openForm} />
      </PartBoundary>
      {opened !== null && (
        <PartBoundary pointer={`/forms/${opened.form.name}`} version={opened.screen.hash}>
          <Suspense fallback={<Spinner />}>
            <LazyFormDialog
              screen={opened.screen}
              form={opened.form}
              {...(opened.recordId === undefined ? {} : { recordId: opened.recordId })}
              {...(opened.initial === undefined ? {} : { initial: opened.initial })}
              onClose={closeForm}
              onChanged={reloadRows}
              onSaved={() => {
                closeForm()
                reloadRows()
              }}
            />
          </Suspense>
        </PartBoundary>
      )}
    </InputDialogContext>
  )
}
