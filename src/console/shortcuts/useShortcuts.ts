import { useEffect } from 'react'
import { areSingleKeysOn } from './shortcutSetting.ts'
import { frontOf, isTyping, keyOf, moveToRow, pressShortcut } from './shortcuts.ts'

/**
 * Listens for the keys of the console while the page stands.
 *
 * @param takeOver answers what was pressed before, once, and ends keeping more
 */
export function useShortcuts(showHelp: () => void, takeOver: () => readonly KeyboardEvent[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (key === null || event.defaultPrevented) return
      if (key !== 'Control+S' && (isTyping(event) || !areSingleKeysOn())) return
      if (followKey(key, showHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    for (const event of takeOver()) press(event)
    return () => document.removeEventListener('keydown', press)
  }, [showHelp, takeOver])
}

function followKey(key: string, showHelp: () => void): boolean {
  const front = frontOf(document)
  if (pressShortcut(front, key)) return true
  if (key === '?' && front === document.body) {
    showHelp()
    return true
  }
  return (key === 'J' || key === 'K') && front === document.body && moveToRow(front, key === 'J' ? 1 : -1)
}
