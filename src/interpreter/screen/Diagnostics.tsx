import { useState } from 'react'
import type { Diagnostic } from '../../answers/diagnostics.ts'
import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import { suggestionBeyond } from '../../language/findings/formatDiagnostic.ts'
import { useDocumentReport } from './useDocumentReport.ts'

/** The findings of the checker, and the button with their number. */
export function Diagnostics() {
  const [isOpen, setOpen] = useState(false)
  const found = useDocumentReport<Diagnostic>('/api/screens/diagnostics')
  if (found.length === 0) return null
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="btn btn-sm btn-warning screen-diagnostics d-print-none" onClick={() => setOpen(true)}>
        畫面文件有 {found.length} 項問題
      </button>
      <ModalDialog
        title="畫面文件檢查結果"
        show={isOpen}
        size="lg"
        onConfirm={close}
        onCancel={close}
        footer={
          <button type="button" className="btn btn-primary" onClick={close}>
            確定
          </button>
        }
      >
        <DiagnosticsTable diagnostics={found} />
      </ModalDialog>
    </>
  )
}

function DiagnosticsTable({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  return (
    <ul className="list-group list-group-flush">
      {diagnostics.map((diagnostic) => (
        <li key={`${diagnostic.file} ${diagnostic.pointer} ${diagnostic.code}`} className="list-group-item px-0">
          <div>
            <span className={`badge me-2 text-bg-${diagnostic.severity === 'error' ? 'danger' : 'warning'}`}>
              {diagnostic.severity === 'error' ? '錯誤' : '警告'}
            </span>
            <code>
              {diagnostic.file}:{diagnostic.line}:{diagnostic.column}
            </code>{' '}
            <code className="text-body-secondary">{diagnostic.pointer}</code>
          </div>
          <div>{diagnostic.message}</div>
          <Suggestion of={diagnostic} />
        </li>
      ))}
    </ul>
  )
}

function Suggestion({ of }: { readonly of: Diagnostic }) {
  const suggestion = suggestionBeyond(of)
  return suggestion === undefined ? null : <div>您是不是要輸入「{suggestion}」？</div>
}
