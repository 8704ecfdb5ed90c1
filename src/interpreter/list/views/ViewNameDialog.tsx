import { useId, useState } from 'react'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { message } from '../../../rules/messages.ts'

interface ViewNameDialogProps {
  readonly title: string
  readonly initial: string
  /** Names of the other views. */
  readonly taken: readonly string[]
  readonly onCancel: () => void
  readonly onConfirm: (name: string) => void
}

const nameLengthMax = 50

/** Asks for the name of a view; refuses a name that exists. */
export function ViewNameDialog({ title, initial, taken, onCancel, onConfirm }: ViewNameDialogProps) {
  const id = useId()
  const [name, setName] = useState(initial)
  const [isAttempted, setAttempted] = useState(false)
  const problem = problemOf(name.trim(), taken)
  const confirm = () => {
    setAttempted(true)
    if (problem === null) onConfirm(name.trim())
  }
  const shown = isAttempted ? problem : null
  return (
    <ModalDialog title={title} show size="sm" onConfirm={confirm} onCancel={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <label htmlFor={id} className="form-label">
          檢視名稱
        </label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the only field of a dialog that was just opened
          autoFocus
          className={shown === null ? 'form-control' : 'form-control is-invalid'}
          maxLength={nameLengthMax}
          aria-invalid={shown !== null}
          aria-describedby={shown === null ? undefined : `${id}-problem`}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {shown !== null && (
          <div id={`${id}-problem`} className="invalid-feedback" role="alert">
            {shown}
          </div>
        )}
      </form>
    </ModalDialog>
  )
}

function problemOf(name: string, taken: readonly string[]): string | null {
  if (name === '') return message('M05', { title: '檢視名稱' })
  return taken.includes(name) ? message('M07', { title: '檢視名稱' }) : null
}
