import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import { notify } from '../../client/notices.ts'

interface AnswerDialogProps {
  readonly title: string
  readonly answer: unknown
  readonly onClose: () => void
}

/** What a call answered, in readable lines with a copy button each (an action's `after: show`). */
export function AnswerDialog({ title, answer, onClose }: AnswerDialogProps) {
  return (
    <ModalDialog
      title={title}
      show
      size="lg"
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          確定
        </button>
      }
    >
      <dl className="mb-0">
        {answerLines(answer).map((line) => (
          <AnswerLine key={line.name} {...line} />
        ))}
      </dl>
    </ModalDialog>
  )
}

interface AnswerLineProps {
  /** Empty for an answer that is a single value. */
  readonly name: string
  readonly text: string
}

function AnswerLine({ name, text }: AnswerLineProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success('已複製'),
      () => notify.error('無法複製，請自行選取文字。'),
    )
  return (
    <div className="mb-3">
      <dt>{name === '' ? '結果' : name}</dt>
      <dd className="d-flex gap-2 align-items-start mb-0">
        <pre className="flex-grow-1 border rounded p-2 mb-0 text-wrap text-break">{text}</pre>
        <button type="button" className="btn btn-sm btn-outline-secondary" aria-label={`複製 ${name}`} onClick={() => void copy()}>
          複製
        </button>
      </dd>
    </div>
  )
}

/** One line per field of an object; anything else is one line. */
export function answerLines(answer: unknown): readonly AnswerLineProps[] {
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) {
    return Object.entries(answer).map(([name, value]) => ({ name, text: plainText(value) }))
  }
  return [{ name: '', text: plainText(answer) }]
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
