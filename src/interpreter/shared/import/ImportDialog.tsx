import { useId } from 'react'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { messages } from '../../../rules/messages.ts'
import { fillPath } from '../calls/callPath.ts'
import type { ImportOutcome, ImportPreview } from './importOutcome.ts'
import { type ImportTarget, useImport } from './useImport.ts'

interface ImportDialogProps {
  readonly title: string
  readonly screen: ResolvedScreen
  readonly onClose: () => void
  readonly onImported: () => void
}

/** Imports records of a screen. */
export function ImportDialog({ title, screen, onClose, onImported }: ImportDialogProps) {
  const target = {
    path: fillPath(screen.api.import.path, {}),
    examplePath: fillPath(screen.api.importExample.path, {}),
    titles: titlesOf(screen),
  }
  return <FileImportDialog title={title} target={target} readyText="按「確定」建立。" onClose={onClose} onImported={onImported} />
}

/** Titles of all fields of the screen, for answers with rows as records. */
function titlesOf({ list, forms }: ResolvedScreen): Readonly<Record<string, string>> {
  const fields = [...list.columns, ...Object.values(forms).flatMap((form) => Object.values(form.fields))]
  return Object.fromEntries(fields.map(({ field, title }) => [field, title]))
}

interface FileImportDialogProps {
  readonly title: string
  readonly target: ImportTarget
  /** Text that says what 確定 does with valid rows. */
  readonly readyText: string
  readonly onClose: () => void
  readonly onImported: () => void
}

/**
 * Imports an .xlsx file, or a .csv: its rows are shown before anything is written, then all are imported or none. Errors are listed by row, and the
 * file can be chosen again.
 */
export function FileImportDialog({ title, target, readyText, onClose, onImported }: FileImportDialogProps) {
  const { outcome, state, attempt, choose, write, loadExample } = useImport(target, () => {
    onImported()
    onClose()
  })
  const isReady = outcome?.kind === 'checked' && state === 'idle'
  return (
    <ModalDialog title={title} show onConfirm={write} onCancel={onClose} confirmDisabled={!isReady} size="lg">
      <ImportFileChooser key={attempt} onExample={loadExample} onChoose={choose} />
      {state !== 'idle' && (
        <p role="status" className="mb-0">
          {state === 'checking' ? '檢查中…' : '匯入中…'}
        </p>
      )}
      {state === 'idle' && outcome !== null && <Outcome outcome={outcome} readyText={readyText} />}
    </ModalDialog>
  )
}

/** What every import reads. */
const fileTypes = ['.xlsx', '.csv']

interface ImportFileChooserProps {
  readonly onExample: () => void
  readonly onChoose: (file: File | null) => void
}

function ImportFileChooser({ onExample, onChoose }: ImportFileChooserProps) {
  const id = useId()
  return (
    <div className="mb-3">
      <p>
        請依範例檔的欄位填寫，檢查全部通過才會匯入。
        <button type="button" className="btn btn-link p-0 align-baseline" onClick={onExample}>
          下載範例檔
        </button>
      </p>
      <label htmlFor={id} className="form-label">
        選擇檔案（{fileTypes.join('、')}）
      </label>
      <input
        id={id}
        type="file"
        className="form-control"
        accept={fileTypes.join(',')}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </div>
  )
}

function Outcome({ outcome, readyText }: { readonly outcome: ImportOutcome; readonly readyText: string }) {
  switch (outcome.kind) {
    case 'done':
      return null
    case 'checked':
      return (
        <>
          <p className="alert alert-success" role="status">
            檢查通過，共 {outcome.count} 筆，{readyText}
          </p>
          <Preview preview={outcome.preview} count={outcome.count} />
        </>
      )
    case 'refused':
      return (
        <>
          <ImportErrors errors={outcome.errors} />
          {outcome.preview !== null && <Preview preview={outcome.preview} count={null} />}
        </>
      )
  }
}

interface PreviewProps {
  readonly preview: ImportPreview
  /** Number of rows in the whole file; null when it cannot be imported. */
  readonly count: number | null
}

function Preview({ preview: { headings, rows }, count }: PreviewProps) {
  if (rows.length === 0) return null
  const isCut = count !== null && count > rows.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-responsive" tabIndex={0} aria-label="檔案內容">
      <table className="table table-sm mb-0 text-nowrap">
        <caption>{isCut ? `檔案內容，前 ${rows.length} 筆` : '檔案內容'}</caption>
        <thead>
          <tr>
            <th scope="col">列</th>
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns are known by their place
              <th key={index} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number}>
              <th scope="row" className="fw-normal text-body-secondary">
                {number}
              </th>
              {headings.map((_heading, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns are known by their place
                <td key={index}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ImportErrors({ errors }: { readonly errors: readonly string[] }) {
  return (
    <div className="alert alert-danger" role="alert">
      <p className="mb-1">{messages.M17}</p>
      <ul className="mb-0">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  )
}
