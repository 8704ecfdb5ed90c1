import { type KeyboardEvent, useState } from 'react'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'
import { matchingOptions, movedIndex, shownMax } from '../../shared/choices/matchingOptions.ts'

/** Search, list and keyboard of a field with several options. `active` is the option that Enter would choose. */
export function useMultiselect(options: readonly PlainOption[], chosen: readonly string[], onChange: (keys: readonly string[]) => void) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = matchingOptions(options, search).slice(0, shownMax)
  const open = () => setOpen(true)
  const close = () => {
    setOpen(false)
    setSearch('')
  }
  const type = (text: string) => {
    setSearch(text)
    setActive(0)
    setOpen(true)
  }
  const toggle = (key: string) => {
    onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
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
    } else if (event.key === 'Backspace' && search === '') onChange(chosen.slice(0, -1))
  }
  return { search, isOpen, found, active, toggle, type, open, close, handleKey }
}
