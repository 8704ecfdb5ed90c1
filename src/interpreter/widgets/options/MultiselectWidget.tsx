import { type KeyboardEvent, useState } from 'react'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { labelOf, matchingOptions, movedIndex, shownMax } from '../../shared/choices/matchingOptions.ts'
import { controlAttributes, listOrEmpty, textsOf, type WidgetProps } from '../widget.ts'
import { ChoiceTags } from './ChoiceTags.tsx'
import { OptionsNote } from './OptionsNote.tsx'
import { useFieldOptions } from './useFieldOptions.ts'

/** Several options of a dictionary: type to search, arrows and Enter to choose, Backspace to remove the last one. */
export function MultiselectWidget(props: WidgetProps) {
  const { id, value, onChange, disabled, invalid } = props
  const { options, state } = useFieldOptions(props)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const chosen = textsOf(value)
  const found = matchingOptions(options, search).slice(0, shownMax)
  const listId = `${id}_list`

  const toggle = (key: string) => {
    onChange(listOrEmpty(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]))
    setSearch('')
  }
  const close = () => {
    setOpen(false)
    setSearch('')
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // During composition of an input method, Enter and arrows choose among its candidates.
    if (event.nativeEvent.isComposing) return
    const option = found[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(isOpen ? movedIndex(active, event.key === 'ArrowDown' ? 1 : -1, found.length) : 0)
      setOpen(true)
    } else if (event.key === 'Enter') {
      // Enter chooses an option here and must not submit the form.
      event.preventDefault()
      if (isOpen && option) toggle(option.key)
    } else if (event.key === 'Escape' && isOpen) {
      // Without this, the surrounding dialog would close too.
      event.preventDefault()
      close()
    } else if (event.key === 'Backspace' && search === '') {
      onChange(listOrEmpty(chosen.slice(0, -1)))
    }
  }

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
          onChange={(event) => {
            setSearch(event.target.value)
            setActive(0)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
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
