import { useDictionary } from '../../../client/dictionaries.ts'
import type { FilterControlProps } from './filterControlProps.ts'
import { filterDictionary } from './filterDictionary.ts'
import { textOf } from './filterDraft.ts'
import { MultiOptionFilter } from './MultiOptionFilter.tsx'

/** A dropdown of a dictionary or of fixed values; with the op `in`, several options can be chosen. */
export function OptionFilter(props: FilterControlProps) {
  const { id, filter, draft, onChange, problemId } = props
  const { options: known, state } = useDictionary(filterDictionary(filter.dictionary, draft))
  const options = filter.choices?.map((choice) => ({ key: choice, value: choice })) ?? known
  if (filter.op === 'in') return <MultiOptionFilter {...props} options={options} />
  const value = textOf(draft, filter.field)
  return (
    <select
      id={id}
      className="form-select form-select-sm"
      value={value}
      aria-describedby={problemId}
      aria-busy={state === 'loading'}
      onChange={(event) => onChange(filter.field, event.target.value === '' ? [] : [event.target.value])}
    >
      <option value="">請選擇</option>
      {options.map((option) => (
        <option key={option.key} value={option.key}>
          {option.value}
        </option>
      ))}
      {/* A value from the address must stay visible even when the dictionary does not know it. */}
      {value !== '' && !options.some((option) => option.key === value) && <option value={value}>{value}</option>}
    </select>
  )
}
