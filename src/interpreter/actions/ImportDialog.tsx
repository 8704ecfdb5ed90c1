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
  const [errors, setErrors] = useState<readonly string[]>([])
  const [isSending, setSending] = useState(false)

  const finish = (outcome: ImportOutcome) => {
    if (outcome.kind === 'refused') return setErrors(outcome.errors)
    notify.success(outcome.count === null ? messages.M04 : `匯入成功，共 ${outcome.count} 筆`)
    onImported()
    onClose()
  }
  const send = async () => {
    if (file === null) return
    setSending(true)
    setErrors([])
    try {
      const form = new FormData()
      form.append('file', file)
      finish(importOutcome(await http.upload<unknown>(fillPath(screen.api.import.path, {}), form)))
    } catch (problem) {
      const refusal = importRefusal(problem)
      if (refusal === null) showProblem(problem)
      else finish(refusal)
    } finally {
      setSending(false)
    }
  }
  const loadExample = () => http.download(fillPath(screen.api.importExample.path, {})).catch(showProblem)
  return (
    <ModalDialog title={title} show onConfirm={() => void send()} onCancel={onClose} confirmDisabled={file === null || isSending} size="lg">
      <ImportFileChooser
        onExample={() => void loadExample()}
        onChoose={(chosen) => {
          setFile(chosen)
          setErrors([])
        }}
      />
      {isSending && <p role="status">匯入中…</p>}
      {errors.length > 0 && <ImportErrors errors={errors} />}
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
