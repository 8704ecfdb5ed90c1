import { useDictionary } from '../../../client/dictionaries.ts'
import { OptionPicker } from '../../shared/choices/OptionPicker.tsx'
import type { FilterControlProps } from './filterControlProps.ts'
import { filterDictionary } from './filterDictionary.ts'
import { textOf, valuesOf } from './filterDraft.ts'

/** Filter with the options of a dictionary or fixed values. Several can be chosen where the list supports it. */
export function OptionFilter(props: FilterControlProps) {
  const { id, filter, draft, onChange, problemId } = props
  const { options: known, state } = useDictionary(filterDictionary(filter.dictionary, draft))
  const options = filter.choices?.map((choice) => ({ key: choice, value: choice })) ?? known
  if (filter.ops.includes('in')) {
    return (
      <OptionPicker
        id={id}
        title={filter.title}
        options={options}
        chosen={valuesOf(draft, filter.field)}
        onChange={(keys) => onChange(filter.field, keys)}
        several
        small
        invalid={problemId !== undefined}
        describedBy={problemId}
        busy={state === 'loading'}
      />
    )
  }
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
      {/* A value from the address has to be visible even when the dictionary does not have it. */}
      {value !== '' && !options.some((option) => option.key === value) && <option value={value}>{value}</option>}
    </select>
  )
}
