import { createContext, useContext, useMemo } from 'react'

export interface Option {
  readonly key: string
  readonly value: string
  readonly tone?: string
}

/** What surrounds the page by hand, and differs between the one in our shell and the one without any. The functions are hooks. */
export interface World {
  readonly useHttp: () => Http
  readonly useOptions: (dictionary: string) => readonly Option[]
  /** Search parameters of the address, and how to change them. */
  readonly useAddress: () => readonly [URLSearchParams, (change: (before: URLSearchParams) => Record<string, string>) => void]
  readonly useMay: (permission: string) => boolean
}

export interface Http {
  get<T>(path: string, options: { readonly params: Readonly<Record<string, string>>; readonly signal: AbortSignal }): Promise<T>
  post(path: string, body: unknown): Promise<unknown>
}

const WorldContext = createContext<World | null>(null)
export const WorldProvider = WorldContext.Provider

export function useWorld(): World {
  const world = useContext(WorldContext)
  if (world === null) throw new Error('useWorld needs a WorldProvider above it')
  return world
}

/** Options of a dictionary by key. */
export function useLabels(dictionary: string): ReadonlyMap<string, Option> {
  const options = useWorld().useOptions(dictionary)
  return useMemo(() => new Map(options.map((option) => [option.key, option])), [options])
}
