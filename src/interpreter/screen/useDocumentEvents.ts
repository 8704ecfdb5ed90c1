import { useEffect } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { type DocumentListener, subscribeToDocumentEvents } from './documentEvents.ts'

/** Listens to document changes while the component is mounted; a new `listener` replaces the old one. */
export function useDocumentEvents(listener: DocumentListener): void {
  const http = useHttp()
  useEffect(() => subscribeToDocumentEvents(http, listener), [http, listener])
}
