import type { Dashboard } from '../documents/dashboard.ts'
import type { Dictionary, Menu } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Preset } from '../documents/preset.ts'
import type { Screen } from '../documents/screen.ts'
import type { Origin } from '../findings/source.ts'
import type { ResolvedScreen } from '../resolved.ts'

export type DocumentKind = 'entity' | 'screen' | 'dictionary' | 'menu' | 'preset' | 'dashboard'

/** A valid file: what it defines and its text, which is stored so that a later start can fall back on it. */
export interface CatalogFile {
  readonly kind: DocumentKind
  /** Name of the entity, dictionary, preset or dashboard, uri of the screen, or 'menu'. */
  readonly name: string
  readonly text: string
  /** Finds where the author wrote a part of the expanded document. */
  readonly origin?: Origin
  /** Presets and screens from which it takes parts. */
  readonly uses?: ReadonlySet<string>
}

/** All valid documents. Maps are used, so that a name like `constructor` finds nothing. */
export interface Catalog {
  readonly entities: ReadonlyMap<string, Entity>
  /** By uri. */
  readonly screens: ReadonlyMap<string, ResolvedScreen>
  /** The screen documents with all presets inserted, by uri. */
  readonly screenDocuments: ReadonlyMap<string, Screen>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
  readonly presets: ReadonlyMap<string, Preset>
  /** As documents; `dashboardsOf` resolves those parts of them that fit the other documents of this catalog. */
  readonly dashboards: ReadonlyMap<string, Dashboard>
  /** Null while `menu.json` is missing or invalid; groups are then sorted by uri. */
  readonly menu: Menu | null
  /** By path below `schemas/`. */
  readonly files: ReadonlyMap<string, CatalogFile>
  /** Paths of files that are invalid, or depend on an invalid one. */
  readonly broken: ReadonlySet<string>
}

export const emptyCatalog: Catalog = {
  entities: new Map(),
  screens: new Map(),
  screenDocuments: new Map(),
  dictionaries: new Map(),
  presets: new Map(),
  dashboards: new Map(),
  menu: null,
  files: new Map(),
  broken: new Set(),
}
