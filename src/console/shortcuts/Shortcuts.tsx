import { useAtom } from 'jotai'
import { useCallback } from 'react'
import { lateDialog } from '../../client/load/late.tsx'
import { shortcutHelpAtom } from './shortcutHelpAtom.ts'
import { useShortcuts } from './useShortcuts.ts'

const LazyHelp = lateDialog(async () => (await import('./ShortcutHelp.tsx')).default)

interface ShortcutsProps {
  /** Answers the keys that were pressed before this was fetched. */
  readonly takeOver: () => readonly KeyboardEvent[]
}

/** The keys of the console and the list of them. */
export default function Shortcuts({ takeOver }: ShortcutsProps) {
  const [isOpen, setOpen] = useAtom(shortcutHelpAtom)
  useShortcuts(
    useCallback(() => setOpen(true), [setOpen]),
    takeOver,
  )
  return isOpen ? <LazyHelp onClose={() => setOpen(false)} /> : null
}
