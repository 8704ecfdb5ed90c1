import { createContext, type ReactNode, useContext } from 'react'
import type { HttpClient } from './httpClient.ts'

const HttpContext = createContext<HttpClient | null>(null)

export function HttpProvider({ client, children }: { client: HttpClient; children: ReactNode }) {
  return <HttpContext value={client}>{children}</HttpContext>
}

/** The page's HTTP client; throws outside an `HttpProvider`. */
export function useHttp(): HttpClient {
  const client = useContext(HttpContext)
  if (!client) throw new Error('useHttp needs an HttpProvider above it')
  return client
}
