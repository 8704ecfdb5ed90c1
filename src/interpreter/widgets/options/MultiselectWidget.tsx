import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { labelOf } from '../../shared/choices/matchingOptions.ts'
import { controlAttributes, listOrEmpty, textsOf, type WidgetProps } from '../widget.ts'
import { ChoiceTags } from './ChoiceTags.tsx'
import { OptionsNote } from './OptionsNote.tsx'
import { useFieldOptions } from './useFieldOptions.ts'
import { useMultiselect } from './useMultiselect.ts'

/** Several options of a dictionary: type to search, arrows and Enter to choose, Backspace to remove the last one. */
export function MultiselectWidget(props: WidgetProps) {
  const { id, value, onChange, disabled, invalid } = props
  const { options, state } = useFieldOptions(props)
  const chosen = textsOf(value)
  const { search, isOpen, found, active, toggle, type, open, close, handleKey } = useMultiselect(options, chosen, (keys) =>
    onChange(listOrEmpty(keys)),
  )
  const listId = `${id}_list`
  return (
    <div className="choice-box">
      <div className={invalid ? 'form-control is-invalid' : 'form-control'}>
        <ChoiceTags tags={chosen.map((key) => ({ key, label: labelOf(options, key) }))} disabled={disabled} onRemove={toggle} />
        <input
          {...controlAttributes(props)}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found[active] ? `${listId}_${active}` : undefined}
          autoComplete="off"
          placeholder={chosen.length === 0 ? '請選擇' : undefined}
          disabled={disabled}
          value={search}
          onChange={(event) => type(event.target.value)}
          onClick={open}
          onBlur={close}
          onKeyDown={handleKey}
        />
      </div>
      {isOpen && <OptionList id={listId} options={found} chosen={chosen} active={active} onChoose={toggle} />}
      <OptionsNote state={state} />
    </div>
  )
}

interface OptionListProps {
  readonly id: string
  readonly options: readonly PlainOption[]
  readonly chosen: readonly string[]
  readonly active: number
  readonly onChoose: (key: string) => void
}

function OptionList({ id, options, chosen, active, onChoose }: OptionListProps) {
  return (
    <div id={id} className="choice-list" role="listbox" aria-multiselectable="true" tabIndex={-1}>
      {options.map((option, index) => (
        <div
          key={option.key}
          id={`${id}_${index}`}
          className="choice-option"
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(option.key)}
          data-active={index === active}
          // Keeps the focus in the input, and thereby the list open.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(option.key)
          }}
        >
          {chosen.includes(option.key) ? '✓ ' : ''}
          {option.value}
        </div>
      ))}
      {options.length === 0 && <div className="choice-option text-body-secondary">查無資料</div>}
    </div>
  )
}
