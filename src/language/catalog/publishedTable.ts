import type { Transition } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'

type Mask = 'name' | 'mobile' | 'email' | 'card' | 'account' | 'secret'

/** What an area prescribes for a step, whatever a document says: permission, states, and who must not take it. */
export interface PublishedTransition extends Pick<Transition, 'permission' | 'from' | 'to' | 'notBy' | 'guard'> {
  /**
   * Fields of the record that the input of the step may fill. The engine stores an input under its name, so with any other field somebody who
   * may take the step could write what needs an approval, or another right. The reason of a `reject` needs no mention.
   */
  readonly fills?: readonly string[]
}

/** Guard of a step by which somebody takes back what they submitted, and nobody else. */
export const onlySubmitter: Predicate = { 'row.submittedBy': { eq: { path: 'user.userName' } } }

/**
 * What the area that owns a table lets documents do with it. Documents cannot use a table that nobody publishes, nor a column that is not
 * named here, so secrets are simply left out. Fields have their names in documents (`companyNo` for `company_no`).
 */
export interface PublishedTable {
  readonly table: string
  /** View from which lists and records are read instead of the table. It leaves out what nobody should see, so documents cannot choose. */
  readonly view?: string
  /** The only entity for the table. Hooks, history and change requests go by its name, so another entity would bypass them. */
  readonly entity: string
  /** The field that restricts merchants to their own rows; null where merchants have no screen, or share all rows. */
  readonly scope: string | null
  /** Resources (`company.retail_store`) of the screens for these records. */
  readonly screens: readonly string[]
  /** Other screens that show the rows of one of their records (`children`). */
  readonly asChild?: readonly string[]
  /**
   * What other screens may do. `read`: show it, under permissions of their own which nobody has until they are granted. `readers`: list its
   * rows as children, for people who may open one of its own screens. `nothing`: neither.
   */
  readonly elsewhere: 'read' | 'readers' | 'nothing'
  /** Documents write nothing to the table. */
  readonly readonly?: true
  /** Fields that documents may show and only the server writes: `x-computed` in the entity. */
  readonly shown?: readonly string[]
  /** Fields of `shown` whose columns nothing else writes, so that a document may fill them by `x-formula`. */
  readonly formulas?: readonly string[]
  /** Fields that forms may fill in. */
  readonly written?: readonly string[]
  /** Fields that forms may fill in only for a new record: `x-immutable` in the entity. */
  readonly once?: readonly string[]
  /** Fields whose changes need approval: `x-approval` in the entity. */
  readonly approved?: readonly string[]
  /** Those of these fields that are personal data: `x-mask` in the entity. */
  readonly masks?: Readonly<Record<string, Mask>>
  /** The field that the steps change. */
  readonly state?: string
  readonly transitions?: Readonly<Record<string, PublishedTransition>>
  readonly editable?: Predicate
  readonly deletable?: Predicate
  /** Fields with the user of a step, filled by code of the area. A step may require a different user (`notBy`). */
  readonly actors?: readonly string[]
}

/** What a screen may do with a table: everything published, only show it, or nothing. */
export type TableReach = 'write' | 'read' | 'nothing'

/**
 * @param resource of the screen: `company.companies`
 * @param codeResources resources defined by code, whose permissions users have for other purposes
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

/** A permission that buttons of other screens may need, as allowed by the area that owns it. */
export interface LentPermission {
  readonly permission: string
  /** Resources of those screens. */
  readonly screens: readonly string[]
}

/** Calls of a screen outside its own path (`/api/company/companies`): addresses of code, and irregular paths. */
export interface PublishedCalls {
  /** Resource of the screen. */
  readonly screen: string
  /** Each includes everything below it. */
  readonly paths: readonly string[]
}
