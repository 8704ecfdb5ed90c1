import { useEffect } from 'react'
import { areSingleKeysOn } from './shortcutSetting.ts'
import { frontOf, isTyping, keyOf, moveToRow, pressShortcut } from './shortcuts.ts'

/** Listens for the keys of the console while the page stands. */
export function useShortcuts(showHelp: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (key === null || event.defaultPrevented) return
      if (key !== 'Control+S' && (isTyping(event) || !areSingleKeysOn())) return
      if (followKey(key, showHelp)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [showHelp])
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
