import type { DictionaryOption } from '../../../client/dictionaries.ts'

interface CategoryFilterProps {
  readonly options: readonly DictionaryOption[]
  /** Empty = all categories. */
  readonly value: string
  readonly onChange: (key: string) => void
}

export function CategoryFilter({ options, value, onChange }: CategoryFilterProps) {
  return (
    <select
      className="form-select form-select-sm w-auto"
      aria-label="類別"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">全部類別</option>
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.value}
        </option>
      ))}
    </select>
  )
}
