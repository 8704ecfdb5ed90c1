import type { ReactNode } from 'react'

export interface FieldBoxProps {
  readonly id: string
  readonly label: string
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly help?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label, control, help and error, in this order. */
export function FieldBox({ id, label, required = false, problem, help, className = '', children }: FieldBoxProps) {
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      <FieldNotes id={id} help={help} problem={problem} />
    </div>
  )
}

export function RequiredMark() {
  return (
    <span className="required" aria-hidden="true">
      ＊
    </span>
  )
}

export function FieldNotes({ id, help, problem }: { id: string; help?: string | undefined; problem?: string | undefined }) {
  return (
    <>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="field-problem">
          {problem}
        </p>
      )}
    </>
  )
}

/** Attributes that connect a control with its help and error. */
export function describedBy(id: string, { help, problem }: { help?: string | undefined; problem?: string | undefined }) {
  const ids = [help ? `${id}-help` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': problem ? (true as const) : undefined, 'aria-describedby': ids || undefined }
}
