import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import type { LentPermission, PublishedTable } from './publishedTable.ts'

/** Names defined by code that documents may use: see `knownNames.ts`. */
export interface CodeNames {
  /** Dictionaries provided by code. */
  readonly dictionaries: ReadonlySet<string>
  /** Resources (`company.companies`) whose permissions exist even without a screen document. */
  readonly resources: ReadonlySet<string>
  /** Addresses of console pages that are not drawn from documents (`/noticeboard`). */
  readonly pages: ReadonlySet<string>
}

/** Also contains what the areas of the server publish; the server and the command line pass it in. */
export interface Known extends CodeNames {
  /** What documents may do with tables of the database, by table. */
  readonly tables: ReadonlyMap<string, PublishedTable>
  /** Permissions that roles can have although no document needs them. */
  readonly permissions: ReadonlySet<string>
  readonly lentPermissions: readonly LentPermission[]
  /** Codes of the roles with which every installation begins. */
  readonly roles: ReadonlySet<string>
  /** Paths of other resources that a screen may call, by its resource. */
  readonly calls: ReadonlyMap<string, readonly string[]>
  /** Paths reserved for code, each with everything below it (`/api/account`): no screen may have a path there. */
  readonly codePaths: readonly string[]
}

/** All names that documents may refer to, including those of broken documents, because findings about these would only repeat their own. */
export interface Names extends Pick<Known, 'tables' | 'permissions' | 'lentPermissions' | 'calls' | 'codePaths' | 'roles'> {
  readonly dictionaries: ReadonlySet<string>
  readonly dictionaryDocuments: ReadonlyMap<string, Dictionary>
  readonly entities: ReadonlyMap<string, Entity>
  readonly brokenEntities: ReadonlySet<string>
  readonly screens: ReadonlySet<string>
  readonly resources: ReadonlySet<string>
  /** Resources defined by code; default roles have their permissions already. */
  readonly codeResources: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  readonly codeDictionaries: ReadonlySet<string>
  /** By uri. */
  readonly screenDocuments: ReadonlyMap<string, Screen>
  /** Screens that list the records of an entity, or have them in a child list. */
  readonly screensByEntity: ReadonlyMap<string, readonly Screen[]>
  readonly screensByResource: ReadonlyMap<string, readonly Screen[]>
  /** Full permissions that a role can have: those of code, and those needed by buttons of the resource's own screen. */
  readonly grantable: ReadonlySet<string>
}

/** What is needed to tell the options of fields by their names. */
export type OptionNames = Pick<Names, 'dictionaries' | 'dictionaryDocuments' | 'codeDictionaries' | 'entities'>

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
