import type { Catalog } from '../../language/catalog.ts'
import type { Diagnostic } from '../../language/diagnostic.ts'
import type { Entity } from '../../language/documents/entity.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'

/** What a new catalog changed, for those who keep something of the old one. */
export interface DocumentChange {
  /** Screens that are new or other than before, gone ones with a null hash. */
  readonly screens: readonly { readonly uri: string; readonly hash: string | null }[]
  readonly menu: boolean
  readonly diagnosticCount: number
}

/** The documents in force: always the last good version of each. */
export interface Documents {
  current(): Catalog
  screen(uri: string): ResolvedScreen | undefined
  entity(name: string): Entity | undefined
  /** The screen with only what the actor may see and do. */
  restricted(screen: ResolvedScreen, actor: Actor): ResolvedScreen
  /** Findings about the files as they are on disk now, the broken ones included. */
  diagnostics(): readonly Diagnostic[]
  /** Called after each change that was taken over. Returns how to stop listening. */
  onChange(listener: (change: DocumentChange) => void): () => void
}
