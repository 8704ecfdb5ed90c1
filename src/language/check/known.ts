import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'

/** Names that code brings, which documents may use: see `knownNames.ts`. */
export interface Known {
  /** Dictionaries answered by code. */
  readonly dictionaries: ReadonlySet<string>
  /** Resources (`company.companies`) whose permissions exist although no document has that screen yet. */
  readonly resources: ReadonlySet<string>
  /** Addresses of console pages that are not drawn from documents (`/noticeboard`). */
  readonly pages: ReadonlySet<string>
}

/** All names that a document may refer to, those of broken documents included: their own findings are enough noise. */
export interface Names {
  readonly dictionaries: ReadonlySet<string>
  readonly dictionaryDocuments: ReadonlyMap<string, Dictionary>
  readonly entities: ReadonlyMap<string, Entity>
  readonly brokenEntities: ReadonlySet<string>
  readonly screens: ReadonlySet<string>
  readonly resources: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
}

export interface EntityContext {
  readonly path: string
  readonly entity: Entity
  readonly names: Names
}

export interface ScreenContext {
  readonly path: string
  readonly screen: Screen
  readonly entity: Entity
  readonly names: Names
}
