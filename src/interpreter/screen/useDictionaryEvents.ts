import { useCallback } from 'react'
import { useDictionaryCache } from '../../client/useDictionaryCache.ts'
import { useDocumentEvents } from './useDocumentEvents.ts'

/** Shows the options of a dictionary as somebody has just saved it, wherever the page shows them. */
export function useDictionaryEvents(): void {
  const cache = useDictionaryCache()
  useDocumentEvents(
    useCallback(
      (event) => {
        if (event.kind === 'dictionary') cache.refresh(event.name)
      },
      [cache],
    ),
  )
}
