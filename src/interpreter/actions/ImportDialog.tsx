import { useId, useState } from 'react'
import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { notify, showProblem } from '../../client/notices.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { messages } from '../../rules/messages.ts'
import { fillPath } from '../screen/callPath.ts'
import { type ImportOutcome, importOutcome, importRefusal } from './importOutcome.ts'

interface ImportDialogProps {
  readonly title: string
  readonly screen: ResolvedScreen
  readonly onClose: () => void
  readonly onImported: () => void
}

/** Import of an .xlsx file: all rows or none; what is wrong is listed by row, and the file can be chosen again. */
export function ImportDialog({ title, screen, onClose, onImported }: ImportDialogProps) {
  const http = useHttp()
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [isSending, setSending] = useState(false)
  const [attempt, setAttempt] = useState(0)

  const finish = (next: ImportOutcome) => {
    setOutcome(next)
    if (next.kind === 'refused') {
      // A browser tells nothing when the same file is chosen again after it was mended, so the input starts empty.
      setFile(null)
      setAttempt(attempt + 1)
    }
    if (next.kind !== 'done') return
    notify.success(next.count === null ? messages.M04 : `匯入成功，共 ${next.count} 筆`)
    onImported()
    onClose()
  }
  const send = async (call: () => Promise<unknown>) => {
    setSending(true)
    try {
      finish(importOutcome(await call()))
    } catch (problem) {
      const refusal = importRefusal(problem)
      if (refusal === null) showProblem(problem)
      else finish(refusal)
    } finally {
      setSending(false)
    }
  }
  const upload = (chosen: File) => {
    const form = new FormData()
    form.append('file', chosen)
    return http.upload<unknown>(fillPath(screen.api.import.path, {}), form)
  }
  const handleConfirm = () => {
    if (outcome?.kind === 'checked') void send(() => http.post<unknown>(outcome.path, { rows: outcome.rows }))
    else if (file !== null) void send(() => upload(file))
  }
  const loadExample = () => http.download(fillPath(screen.api.importExample.path, {})).catch(showProblem)
  return (
    <ModalDialog title={title} show onConfirm={handleConfirm} onCancel={onClose} confirmDisabled={file === null || isSending} size="lg">
      <ImportFileChooser
        key={attempt}
        onExample={() => void loadExample()}
        onChoose={(chosen) => {
          setFile(chosen)
          setOutcome(null)
        }}
      />
      {isSending && <p role="status">匯入中…</p>}
      {outcome?.kind === 'checked' && (
        <p className="alert alert-success mb-0" role="status">
          檢查通過，共 {outcome.rows.length} 筆，按「確定」建立。
        </p>
      )}
      {outcome?.kind === 'refused' && <ImportErrors errors={outcome.errors} />}
    </ModalDialog>
  )
}

interface ImportFileChooserProps {
  readonly onExample: () => void
  readonly onChoose: (file: File | null) => void
}

function ImportFileChooser({ onExample, onChoose }: ImportFileChooserProps) {
  const id = useId()
  return (
    <div className="mb-3">
      <p>
        請依範例檔的欄位填寫，檢查全部通過才會寫入。
        <button type="button" className="btn btn-link p-0 align-baseline" onClick={onExample}>
          下載範例檔
        </button>
      </p>
      <label htmlFor={id} className="form-label">
        選擇檔案（.xlsx）
      </label>
      <input id={id} type="file" className="form-control" accept=".xlsx" onChange={(event) => onChoose(event.target.files?.[0] ?? null)} />
    </div>
  )
}

function ImportErrors({ errors }: { readonly errors: readonly string[] }) {
  return (
    <div className="alert alert-danger mb-0" role="alert">
      <p className="mb-1">{messages.M17}</p>
      <ul className="mb-0">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  )
}
