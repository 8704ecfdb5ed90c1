import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import type { LentPermission, PublishedTable } from '../publishedTable.ts'

/** Names that code brings, which documents may use: see `knownNames.ts`. */
export interface CodeNames {
  /** Dictionaries answered by code. */
  readonly dictionaries: ReadonlySet<string>
  /** Resources (`company.companies`) whose permissions exist although no document has that screen yet. */
  readonly resources: ReadonlySet<string>
  /** Addresses of console pages that are not drawn from documents (`/noticeboard`). */
  readonly pages: ReadonlySet<string>
}

/** The same with what the areas of the server publish; the server and the command line pass it in. */
export interface Known extends CodeNames {
  /** What documents may do with tables of the database, by table. */
  readonly tables: ReadonlyMap<string, PublishedTable>
  /** Permissions that roles can have although no document asks for them. */
  readonly permissions: ReadonlySet<string>
  readonly lentPermissions: readonly LentPermission[]
  /** Paths outside its own that a screen may call, by its resource. */
  readonly calls: ReadonlyMap<string, readonly string[]>
  /** Paths of code alone, each with all that is below it (`/api/account`): no screen may have its own there. */
  readonly codePaths: readonly string[]
}

/** All names that a document may refer to, those of broken documents included: their own findings are enough noise. */
export interface Names extends Pick<Known, 'tables' | 'permissions' | 'lentPermissions' | 'calls' | 'codePaths'> {
  readonly dictionaries: ReadonlySet<string>
  readonly dictionaryDocuments: ReadonlyMap<string, Dictionary>
  readonly entities: ReadonlyMap<string, Entity>
  readonly brokenEntities: ReadonlySet<string>
  readonly screens: ReadonlySet<string>
  readonly resources: ReadonlySet<string>
  /** Those of them that code brings: default roles have their permissions already. */
  readonly codeResources: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  readonly codeDictionaries: ReadonlySet<string>
  readonly screenDocuments: readonly Screen[]
  /** Whole permissions that a role can be given: those of code, and those that buttons of the resource's own screen ask for. */
  readonly grantable: ReadonlySet<string>
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
