import type { Catalog } from '../../language/catalog/catalog.ts'
import type { ResolvedDashboard } from '../../language/dashboard/resolved.ts'
import type { Entity } from '../../language/documents/entity.ts'
import type { Diagnostic } from '../../language/findings/diagnostic.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'

/** What changed with a new catalog, for code that caches parts of the old one. */
export interface DocumentChange {
  /** New or changed screens; for removed screens the hash is null. */
  readonly screens: readonly { readonly uri: string; readonly hash: string | null }[]
  readonly menu: boolean
  /** Names of new, changed and removed dashboards. */
  readonly dashboards: readonly string[]
  /** Names of new, changed and removed dictionaries. */
  readonly dictionaries: readonly string[]
  readonly diagnosticCount: number
}

/** The current documents: always the last good version of each. */
export interface Documents {
  current(): Catalog
  screen(uri: string): ResolvedScreen | undefined
  entity(name: string): Entity | undefined
  dashboards(): ReadonlyMap<string, ResolvedDashboard>
  /** The screen restricted to what the actor may see and do. */
  restricted(screen: ResolvedScreen, actor: Actor): ResolvedScreen
  /** Findings about the files on disk, including broken ones. */
  diagnostics(): readonly Diagnostic[]
  /** Calls the listener after each accepted change. Returns a function that stops it. */
  onChange(listener: (change: DocumentChange) => void): () => void
  /** Checks what the start took over from an earlier run. */
  checkAgain(): Promise<void>
}
