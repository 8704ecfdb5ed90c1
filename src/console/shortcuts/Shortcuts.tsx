import { useAtom } from 'jotai'
import { lazy, Suspense, useCallback } from 'react'
import { shortcutHelpAtom } from './shortcutHelpAtom.ts'
import { useShortcuts } from './useShortcuts.ts'

const LazyHelp = lazy(() => import('./ShortcutHelp.tsx'))

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
  return isOpen ? (
    <Suspense fallback={null}>
      <LazyHelp onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
