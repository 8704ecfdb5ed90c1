import type { Origin } from './check/source.ts'
import type { Dictionary, Menu } from './documents/dictionary.ts'
import type { Entity } from './documents/entity.ts'
import type { Preset } from './documents/preset.ts'
import type { Screen } from './documents/screen.ts'
import type { ResolvedScreen } from './resolved.ts'

export type DocumentKind = 'entity' | 'screen' | 'dictionary' | 'menu' | 'preset'

/** A file that is good: what it defines and the text it was read from (kept so that a later start can fall back on it). */
export interface CatalogFile {
  readonly kind: DocumentKind
  /** Entity name, screen uri, dictionary or preset name, or 'menu'. */
  readonly name: string
  readonly text: string
  /** Where its author wrote what stands at a place of the expanded document. */
  readonly origin?: Origin
  /** Presets and screens that it takes parts from. */
  readonly uses?: ReadonlySet<string>
}

/** Everything that is good among the documents. Maps, so that a name like `constructor` finds nothing. */
export interface Catalog {
  readonly entities: ReadonlyMap<string, Entity>
  /** By uri. */
  readonly screens: ReadonlyMap<string, ResolvedScreen>
  /** The documents of the screens, with everything put in that they name; by uri. */
  readonly screenDocuments: ReadonlyMap<string, Screen>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
  readonly presets: ReadonlyMap<string, Preset>
  /** Null while there is no good `menu.json`: groups then come in the order of their uris. */
  readonly menu: Menu | null
  /** By path below `schemas/`. */
  readonly files: ReadonlyMap<string, CatalogFile>
  /** Paths of files that exist and are not good, or that depend on one that is not. */
  readonly broken: ReadonlySet<string>
}

export const emptyCatalog: Catalog = {
  entities: new Map(),
  screens: new Map(),
  screenDocuments: new Map(),
  dictionaries: new Map(),
  presets: new Map(),
  menu: null,
  files: new Map(),
  broken: new Set(),
}
