interface SelectAllProps {
  readonly checked: boolean
  /** True when some but not all rows of the page are selected. */
  readonly partly: boolean
  readonly onChange: (checked: boolean) => void
}

/** Selects the rows of the page; labelled 全選 (specification 2.3). */
export function SelectAll({ checked, partly, onChange }: SelectAllProps) {
  return (
    <label className="list-select-all">
      <input
        type="checkbox"
        className="form-check-input"
        checked={checked}
        ref={(input) => {
          if (input !== null) input.indeterminate = partly && !checked
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      全選
    </label>
  )
}
