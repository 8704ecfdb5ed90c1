import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { matchingOptions, movedIndex, type PickedOption, shownMax } from './matchingOptions.ts'
import './optionPanel.css'
import { usePanelPlace } from './usePanelPlace.ts'

interface OptionPanelProps {
  readonly id: string
  readonly title: string
  /** The field beside which the panel is placed. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly options: readonly PickedOption[]
  readonly chosen: readonly string[]
  readonly several: boolean
  readonly required: boolean
  /** Initial text of the search. */
  readonly typed: string
  /** For options that the server finds: is told what is typed, and `options` are the answer to it. */
  readonly onSearch?: ((text: string) => void) | undefined
  /** Shown below the options, in place of how many there are. */
  readonly note?: string | undefined
  /** The options are the answer to an earlier search, so that Enter would choose what nobody has looked for. */
  readonly busy?: boolean | undefined
  readonly onChange: (keys: readonly string[]) => void
  readonly onClose: () => void
}

/** From this number of options on there is a search box; fewer can be seen at a glance. */
const searchedFrom = 9
const none: PickedOption = { key: '', value: '請選擇' }

/** The open panel of a picker: type to search, arrows and Enter to choose. When several values are allowed, it stays open until Esc. */
export function OptionPanel(props: OptionPanelProps) {
  const { id, title, anchor, options, chosen, several, required, typed, onSearch, note, busy, onChange, onClose } = props
  const panel = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState(typed)
  const ordered = useChosenFirst(options, chosen)
  const isSearched = onSearch !== undefined || options.length >= searchedFrom
  const hasNone = !several && !required && search === ''
  const found = useMemo(() => (onSearch === undefined ? matchingOptions(ordered, search) : options), [onSearch, ordered, options, search])
  const shown = [...(hasNone ? [none] : []), ...found.slice(0, shownMax)]
  usePanelPlace(panel, anchor, isSearched)
  // What was typed to open the panel is searched at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later texts are told as they are typed
  useEffect(() => onSearch?.(typed), [])
  const choose = (key: string) => {
    if (!several) {
      onChange(key === '' ? [] : [key])
      onClose()
    } else onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
  }
  const isOutdated = busy === true && onSearch !== undefined
  const { active, setActive, handleKey } = usePanelKeys({ shown, isSearched, onChoose: isOutdated ? undefined : choose, onClose })
  const handleType = (text: string) => {
    setSearch(text)
    setActive(0)
    onSearch?.(text)
  }
  const listId = useId()
  const control = { listId, activeId: shown[active] ? optionId(listId, active) : undefined, onKeyDown: handleKey }
  return (
    <div ref={panel} id={id} className="option-panel" popover="manual">
      {isSearched && <PanelSearch control={control} title={title} text={search} onType={handleType} />}
      <PanelList
        control={control}
        hasFocus={!isSearched}
        title={title}
        options={shown}
        chosen={chosen}
        several={several}
        active={active}
        onChoose={choose}
      />
      <PanelNote text={onSearch === undefined ? noteOf(found.length) : note} />
    </div>
  )
}

interface PanelKeys {
  readonly shown: readonly PickedOption[]
  readonly isSearched: boolean
  /** Undefined while Enter would choose what nobody has looked for. */
  readonly onChoose: ((key: string) => void) | undefined
  readonly onClose: () => void
}

/** The keyboard of a panel. `active` is the option that Enter would choose. */
function usePanelKeys({ shown, isSearched, onChoose, onClose }: PanelKeys) {
  const [active, setActive] = useState(0)
  const handleKey = (event: KeyboardEvent) => {
    // During composition of an input method, Enter and arrows choose among its candidates.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = shown[active]
    if (step !== undefined) setActive(movedIndex(active, step, shown.length))
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearched)) {
      if (option !== undefined) onChoose?.(option.key)
    } else if (event.key === 'Escape') onClose()
    else return
    // Without this, Escape would close the surrounding dialog too, and Enter would submit the form.
    event.preventDefault()
  }
  return { active, setActive, handleKey }
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** What the element with the focus, search box or list, tells of the options and hears of the keyboard. */
interface PanelControl {
  readonly listId: string
  /** Id of the option that Enter would choose. */
  readonly activeId: string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function attributesOf({ activeId, onKeyDown }: PanelControl) {
  return { 'aria-activedescendant': activeId, onKeyDown }
}

interface PanelListProps extends Pick<OptionPanelProps, 'title' | 'options' | 'chosen' | 'several'> {
  readonly control: PanelControl
  /** Without a search box, the list itself hears the keyboard. */
  readonly hasFocus: boolean
  readonly active: number
  readonly onChoose: (key: string) => void
}

function PanelList({ control, hasFocus, title, options, chosen, several, active, onChoose }: PanelListProps) {
  return (
    <div
      {...(hasFocus ? attributesOf(control) : {})}
      id={control.listId}
      className="option-panel-list"
      role="listbox"
      aria-label={`${title}的選項`}
      aria-multiselectable={several}
      tabIndex={hasFocus ? 0 : -1}
    >
      {options.map((option, index) => (
        <PanelOption
          key={option.key}
          id={optionId(control.listId, index)}
          option={option}
          isChosen={option.key === '' ? chosen.length === 0 : chosen.includes(option.key)}
          isActive={index === active}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface PanelSearchProps {
  readonly control: PanelControl
  readonly title: string
  readonly text: string
  readonly onType: (text: string) => void
}

function PanelSearch({ control, title, text, onType }: PanelSearchProps) {
  return (
    <input
      {...attributesOf(control)}
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={control.listId}
      aria-label={`搜尋${title}`}
      className="form-control form-control-sm"
      placeholder="輸入代號或名稱"
      autoComplete="off"
      value={text}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

interface PanelOptionProps {
  readonly id: string
  readonly option: PickedOption
  readonly isChosen: boolean
  readonly isActive: boolean
  readonly onChoose: (key: string) => void
}

function PanelOption({ id, option, isChosen, isActive, onChoose }: PanelOptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      id={id}
      className="option-panel-option"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive}
      // Keeps the focus in the search box, and thereby the panel open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option.key)}
      onKeyDown={undefined}
    >
      <span className="option-panel-mark" aria-hidden="true">
        {isChosen ? '✓' : ''}
      </span>
      {option.value}
    </div>
  )
}

function noteOf(found: number): string | undefined {
  if (found > 0 && found <= shownMax) return undefined
  return found === 0 ? '查無符合的選項，請換個關鍵字。' : `共 ${found} 個選項，只列前 ${shownMax} 個，請輸入關鍵字。`
}

function PanelNote({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <div className="small text-body-secondary px-2 py-1" role="status">
      {text}
    </div>
  )
}

/** Options that were chosen when the panel opened come first. Later choices do not move rows, so that they stay under the pointer. */
function useChosenFirst(options: readonly PickedOption[], chosen: readonly string[]): readonly PickedOption[] {
  const [first] = useState(() => new Set(chosen))
  return useMemo(() => {
    const unknown = [...first].filter((key) => !options.some((option) => option.key === key)).map((key) => ({ key, value: key }))
    return [...unknown, ...options.filter(({ key }) => first.has(key)), ...options.filter(({ key }) => !first.has(key))]
  }, [options, first])
}
