import type { FilterControlProps } from './filterControlProps.ts'
import { textOf } from './filterDraft.ts'

interface ValueInputProps extends FilterControlProps {
  readonly type: 'text' | 'number' | 'date' | 'month'
  /** Converts between the text of the input and that of the query (`2026-01` and `202601`). */
  readonly toInput?: (text: string) => string
  readonly toQuery?: (text: string) => string
}

export function TextFilter(props: FilterControlProps) {
  return <ValueInputs {...props} type="text" />
}

export function NumberFilter(props: FilterControlProps) {
  return <ValueInputs {...props} type="number" />
}

/** Dates are Taipei dates; for an instant they mean whole days. */
export function DateFilter(props: FilterControlProps) {
  return <ValueInputs {...props} type="date" />
}

export function MonthFilter(props: FilterControlProps) {
  return <ValueInputs {...props} type="month" toInput={monthToInput} toQuery={(text) => text.replace('-', '')} />
}

function monthToInput(month: string): string {
  return month === '' ? '' : `${month.slice(0, 4)}-${month.slice(4)}`
}

/** One input, or two for a range. */
function ValueInputs(props: ValueInputProps) {
  const { id, filter } = props
  if (filter.op !== 'between') return <ValueInput {...props} name={filter.field} label={undefined} />
  return (
    <div className="d-flex align-items-center gap-1">
      <ValueInput {...props} name={`${filter.field}From`} label={`${filter.title}（起）`} />
      <span aria-hidden="true">～</span>
      <ValueInput {...props} id={`${id}-to`} name={`${filter.field}To`} label={`${filter.title}（迄）`} />
    </div>
  )
}

function ValueInput(props: ValueInputProps & { readonly name: string; readonly label: string | undefined }) {
  const { id, draft, onChange, problemId, type, toInput, toQuery, name, label } = props
  const text = textOf(draft, name)
  return (
    <input
      id={id}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      className={problemId === undefined ? 'form-control form-control-sm' : 'form-control form-control-sm is-invalid'}
      value={toInput ? toInput(text) : text}
      aria-label={label}
      aria-describedby={problemId}
      aria-invalid={problemId !== undefined}
      maxLength={type === 'text' ? 200 : undefined}
      onChange={(event) => {
        const next = toQuery ? toQuery(event.target.value) : event.target.value
        onChange(name, next === '' ? [] : [next])
      }}
    />
  )
}
