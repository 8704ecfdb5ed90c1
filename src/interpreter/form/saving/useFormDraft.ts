import { useEffect, useMemo, useState } from 'react'
import { clearDraft, draftForLater, loadDraft } from '../../../client/drafts.ts'
import { useUserScope } from '../../../client/session/useSession.ts'
import type { UserScope } from '../../../language/predicate/predicate.ts'
import type { FormDefinition } from '../values/formDefinition.ts'
import { type FormStart, packDraft } from '../values/formDraft.ts'
import type { FormValues } from '../values/formScope.ts'

/** Delay between a key and writing to storage, so that several keys are written together. When the page is left, it is written at once. */
const writeDelayMs = 300

/** The draft of one form: read when the form opens, written while typing, kept over a reload. */
export function useFormDraft(definition: FormDefinition, key: string) {
  const user = useUserScope()
  const [stored] = useState(() => loadDraft(key))
  const writer = useMemo(() => createDraftWriter(definition, key, user), [definition, key, user])
  useEffect(() => {
    window.addEventListener('pagehide', writer.flush)
    return () => {
      window.removeEventListener('pagehide', writer.flush)
      writer.flush()
    }
  }, [writer])
  return { stored, keep: writer.keep, clear: writer.clear }
}

function createDraftWriter(definition: FormDefinition, key: string, user: UserScope) {
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const flush = () => {
    stop()
    waiting?.()
    waiting = null
  }
  return {
    flush,
    keep: (start: FormStart, values: FormValues) => {
      const write = draftForLater(key)
      waiting = () => write(packDraft(definition, start, values, user))
      timer ??= setTimeout(flush, writeDelayMs)
    },
    clear: () => {
      stop()
      waiting = null
      clearDraft(key)
    },
  }
}
