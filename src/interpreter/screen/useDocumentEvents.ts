import { useEffect } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { type DocumentListener, subscribeToDocumentEvents } from './documentEvents.ts'

/** Listens to document changes for as long as the component lives; another `listener` takes the place of the one before. */
export function useDocumentEvents(listener: DocumentListener): void {
  const http = useHttp()
  useEffect(() => subscribeToDocumentEvents(http, listener), [http, listener])
}
