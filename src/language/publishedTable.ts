import type { Transition } from './documents/entity.ts'
import type { Predicate } from './documents/predicate.ts'

type Mask = 'name' | 'mobile' | 'email' | 'card' | 'account' | 'secret'

/** What an area guarantees about a step, whatever a document says: who may take it, from where to where, and who may not. */
export type PublishedTransition = Pick<Transition, 'permission' | 'from' | 'to' | 'notBy' | 'guard'>

/**
 * What the area that owns a table lets documents do with it. A table that nobody publishes is out of reach, and so is every column that
 * is not named here: secrets are simply left out. Fields are named as documents name them (`companyNo` is `company_no`).
 */
export interface PublishedTable {
  readonly table: string
  /** What lists and records are read from instead; it leaves out what nobody should see, so that a document has no choice. */
  readonly view?: string
  /** The one entity that stands on the table: hooks, history and change requests go by its name, so that another would escape them. */
  readonly entity: string
  /** The field that limits merchants to their own rows; null where merchants have no screen, or share what there is. */
  readonly scope: string | null
  /** Resources (`company.retail_store`) of the screens whose records these are. */
  readonly screens: readonly string[]
  /** Further screens that list the rows of one record of theirs (`children`). */
  readonly asChild?: readonly string[]
  /**
   * What other screens may do. `read`: show it, under permissions of their own which nobody has until they are granted. `readers`: list its
   * rows as children, for people who may open one of its own screens. `nothing`: neither.
   */
  readonly elsewhere: 'read' | 'readers' | 'nothing'
  /** Nothing is written through documents at all. */
  readonly readonly?: true
  /** Fields that documents may show and that only the server writes: `x-computed` in the entity. */
  readonly shown?: readonly string[]
  /** Fields that forms may fill in. */
  readonly written?: readonly string[]
  /** Fields that forms may fill in for a new record only: `x-immutable` in the entity. */
  readonly once?: readonly string[]
  /** Fields whose change waits for a second person: `x-approval` in the entity. */
  readonly approved?: readonly string[]
  /** Personal data among all these: `x-mask` in the entity. */
  readonly masks?: Readonly<Record<string, Mask>>
  /** The field that the steps move. */
  readonly state?: string
  readonly transitions?: Readonly<Record<string, PublishedTransition>>
  readonly editable?: Predicate
  readonly deletable?: Predicate
  /** Fields with the account of who acted, which code of the area fills: a step may demand somebody else (`notBy`). */
  readonly actors?: readonly string[]
}

/** What a screen may do with a table: all that its area offers, show it, or nothing. */
export type TableReach = 'write' | 'read' | 'nothing'

/**
 * @param resource of the screen: `company.companies`
 * @param codeResources those that code brings: people have their permissions for something else
 */
export function reachOf(table: PublishedTable, resource: string, codeResources: ReadonlySet<string>): TableReach {
  if (table.screens.includes(resource)) return 'write'
  return table.elsewhere === 'read' && !codeResources.has(resource) ? 'read' : 'nothing'
}

/** Every field that documents may name. */
export function publishedFields(table: PublishedTable): readonly string[] {
  const { shown = [], written = [], once = [], approved = [] } = table
  return [...new Set([...shown, ...written, ...once, ...approved])]
}

/** A permission that buttons of other screens ask for, as the area that owns it allows. */
export interface LentPermission {
  readonly permission: string
  /** Resources of those screens. */
  readonly screens: readonly string[]
}

/** Calls that a screen makes outside its own path (`/api/company/companies`): addresses of code, and calls whose paths follow no rule. */
export interface PublishedCalls {
  /** Resource of the screen. */
  readonly screen: string
  /** Each with all that is below it. */
  readonly paths: readonly string[]
}
