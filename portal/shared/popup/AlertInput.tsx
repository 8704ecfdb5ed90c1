import { useState } from 'react'
import { TextField } from '../form/TextField.tsx'
import { type AlertInputRule, alertInputProblem } from './alertInput.ts'
import { Popup } from './Popup.tsx'

interface AlertInputProps extends AlertInputRule {
  readonly title: string
  readonly label: string
  readonly text: string
  readonly maxLength?: number
  readonly inputMode?: 'numeric' | 'email'
  /** The server's error for the last answer. */
  readonly refusal?: string | undefined
  readonly onAnswer: (answer: string) => void
  readonly onCancel: () => void
}

/** A popup that asks for one answer; its error is shown after an attempt. */
export function AlertInput({ title, label, text, maxLength, inputMode, refusal, onAnswer, onCancel, ...rule }: AlertInputProps) {
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const handleConfirm = () => {
    const found = alertInputProblem(answer, rule)
    setProblem(found)
    if (found === null) onAnswer(answer.trim())
  }
  return (
    <Popup title={title} onConfirm={handleConfirm} onCancel={onCancel}>
      <p>{text}</p>
      <TextField
        id="alert-input"
        label={label}
        value={answer}
        onChange={setAnswer}
        required={rule.required}
        problem={problem ?? refusal}
        maxLength={maxLength}
        autoComplete="one-time-code"
        {...(inputMode && { inputMode })}
      />
    </Popup>
  )
}
