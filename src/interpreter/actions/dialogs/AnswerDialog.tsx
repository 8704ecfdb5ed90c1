import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { notify } from '../../../client/notices.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { CompactTable } from '../../shared/values/CompactTable.tsx'
import type { AnswerLine } from './answerLines.ts'

interface AnswerDialogProps {
  readonly title: string
  readonly lines: readonly AnswerLine[]
  readonly onClose: () => void
  /** Back to what was entered. Absent: it cannot be asked for again. */
  readonly onAgain?: () => void
}

const shortText = 40

/** A small dialog keeps short facts close to their titles; tables and keys need more room. */
function sizeOf(lines: readonly AnswerLine[]): { readonly size?: 'xl' | 'lg' } {
  if (lines.some((line) => line.table)) return { size: 'xl' }
  return lines.every((line) => line.isFact && line.text.length <= shortText) ? {} : { size: 'lg' }
}

/** Shows the answer of a call as readable lines, each with a copy button (`after: show` of an action). */
export function AnswerDialog({ title, lines, onClose, onAgain }: AnswerDialogProps) {
  return (
    <ModalDialog
      title={title}
      show
      {...sizeOf(lines)}
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <>
          {onAgain !== undefined && (
            <button type="button" className="btn btn-outline-secondary" onClick={onAgain}>
              修改再試
            </button>
          )}
          <button type="button" className="btn btn-primary" onClick={onClose}>
            確定
          </button>
        </>
      }
    >
      <dl className="mb-0">
        {lines.map((line) => (
          <AnswerEntry key={line.name} line={line} />
        ))}
      </dl>
    </ModalDialog>
  )
}

function AnswerEntry({ line: { title, text, table, isFact } }: { readonly line: AnswerLine }) {
  if (table !== undefined) {
    const rows = table.rows.length === 0 ? <EmptyState /> : <CompactTable caption={title} firstNumber={1} {...table} />
    return (
      <div className="my-3">
        <dt>{title}</dt>
        <dd className="mb-0">{rows}</dd>
      </div>
    )
  }
  return isFact ? <AnswerFact title={title} text={text} /> : <AnswerText title={title} text={text} />
}

/** One line of a calculation: title on the left, amount on the right, near enough to be read as one also in a wide dialog. */
function AnswerFact({ title, text }: Pick<AnswerLine, 'title' | 'text'>) {
  return (
    <div className="d-flex justify-content-between gap-4 py-2 border-bottom" style={{ maxWidth: '32rem' }}>
      <dt className="fw-normal text-body-secondary flex-shrink-0">{title}</dt>
      <dd className="mb-0 text-end text-break">{text}</dd>
    </div>
  )
}

function AnswerText({ title, text }: Pick<AnswerLine, 'title' | 'text'>) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success('已複製'),
      () => notify.error('無法複製，請自行選取文字。'),
    )
  return (
    <div className="mb-3">
      <dt>{title}</dt>
      <dd className="d-flex gap-2 align-items-start mb-0">
        <pre className="flex-grow-1 border rounded p-2 mb-0 text-wrap text-break">{text}</pre>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary flex-shrink-0"
          aria-label={`複製 ${title}`}
          onClick={() => void copy()}
        >
          複製
        </button>
      </dd>
    </div>
  )
}
