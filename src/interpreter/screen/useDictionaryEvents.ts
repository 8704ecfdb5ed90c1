import { useCallback } from 'react'
import { useDictionaryCache } from '../../client/useDictionaryCache.ts'
import { useDocumentEvents } from './useDocumentEvents.ts'

/** Shows the options of dictionaries as somebody has just saved them, wherever the page shows them. */
export function useDictionaryEvents(): void {
  const cache = useDictionaryCache()
  useDocumentEvents(
    useCallback(
      (event) => {
        if (event.kind === 'dictionary') cache.refresh(event.name)
        if (event.kind === 'reopened') cache.refreshAll()
      },
      [cache],
    ),
  )
}
