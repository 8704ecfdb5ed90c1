import Dropdown from 'react-bootstrap/Dropdown'
import type { FilterControlProps } from './filterControlProps.ts'

interface MultiOptionFilterProps extends FilterControlProps {
  readonly options: readonly { readonly key: string; readonly value: string }[]
}

/** Several options of a dictionary, chosen by check boxes in a dropdown. */
export function MultiOptionFilter({ id, filter, draft, onChange, options }: MultiOptionFilterProps) {
  const chosen = draft[filter.field] ?? []
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    onChange(filter.field, next)
  }
  const labels = chosen.map((key) => options.find((option) => option.key === key)?.value ?? key)
  return (
    <Dropdown autoClose="outside">
      <Dropdown.Toggle id={id} size="sm" variant="outline-secondary" className="list-multi-option w-100 text-start">
        {labels.length === 0 ? '請選擇' : labels.join('、')}
      </Dropdown.Toggle>
      <Dropdown.Menu className="list-multi-option-menu p-2">
        <fieldset>
          <legend className="visually-hidden">{filter.title}</legend>
          {options.map((option) => (
            <label key={option.key} className="dropdown-item-text form-check d-flex gap-2 mb-0">
              <input
                type="checkbox"
                className="form-check-input"
                checked={chosen.includes(option.key)}
                onChange={() => toggle(option.key)}
              />
              {option.value}
            </label>
          ))}
        </fieldset>
      </Dropdown.Menu>
    </Dropdown>
  )
}
