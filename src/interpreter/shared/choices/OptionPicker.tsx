import { type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { LazyOptionPanel } from './lazyPanel.ts'
import { labelOf, type PickedOption } from './matchingOptions.ts'

export interface OptionPickerProps {
  readonly id: string
  /** Name of the field, for users who do not see the label. */
  readonly title: string
  readonly options: readonly PickedOption[]
  readonly chosen: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
  /** Allows any number of options instead of one. */
  readonly several?: boolean
  /** At least one option must stay chosen. */
  readonly required?: boolean
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
  readonly busy?: boolean
  readonly small?: boolean
  /** For options that the server finds, see `OptionPanel`. */
  readonly onSearch?: (text: string) => void
  readonly note?: string | undefined
}

/** A field with a panel of options, searched by typing: for long dictionaries, and for several values of a short one. */
export function OptionPicker(props: OptionPickerProps) {
  const { id, title, options, chosen, onChange, several = false, required = false, disabled = false, invalid = false } = props
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLButtonElement>(null)
  const isOpen = typed !== null && !disabled
  const panelId = `${id}-options`
  const close = useCallback(() => {
    setTyped(null)
    field.current?.focus()
  }, [])
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== field.current) return
    if (event.key === 'Delete' && !required && chosen.length > 0) onChange([])
    const first = openingText(event)
    if (first === null) return
    event.preventDefault()
    setTyped(first)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, and where the focus goes
    <div className="option-picker" onBlur={leave} onKeyDown={handleKey}>
      <button
        ref={field}
        type="button"
        id={id}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={props.describedBy}
        aria-busy={props.busy}
        disabled={disabled}
        className={`form-select text-start text-truncate${props.small ? ' form-select-sm' : ''}${invalid ? ' is-invalid' : ''}`}
        // Otherwise the search box would lose the focus, which closes the panel, and this press would open it again.
        onMouseDown={isOpen ? (event) => event.preventDefault() : undefined}
        onClick={() => (isOpen ? close() : setTyped(''))}
      >
        {chosen.length === 0 ? '請選擇' : chosen.map((key) => labelOf(options, key)).join('、')}
      </button>
      {isOpen && (
        <LazyOptionPanel
          id={panelId}
          title={title}
          anchor={field}
          options={options}
          chosen={chosen}
          several={several}
          required={required}
          typed={typed}
          onSearch={props.onSearch}
          note={props.note}
          busy={props.busy}
          onChange={onChange}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The initial search text when this key opens the panel; null for keys that do not open it. */
function openingText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowDown' || key === 'ArrowUp') return ''
  return key.length === 1 && key !== ' ' ? key : null
}
