import { isBuiltOn, type SqlKind, type SqlObject } from './sqlObject.ts'

/** An object as recorded in the database: the {@link SqlObject} from which it was made. */
export interface StoredObject {
  readonly name: string
  readonly kind: SqlKind
  readonly target: string
  readonly head: string | null
  readonly checksum: string
}

export interface ObjectPlan {
  /** DROP statements, in order. */
  readonly drops: readonly string[]
  /** Names of the objects that no longer have a file. */
  readonly gone: readonly string[]
  /** Objects to make or replace, in order. */
  readonly makes: readonly SqlObject[]
}

/**
 * Plans the way from the objects of a database to those of the code. Touches as few as possible, because other servers may be running. A
 * function of which only the body changed is replaced in place. Any other changed object is dropped, together with the objects built on it,
 * and made again.
 *
 * @param objects of the code, in an order in which they can be made
 * @param isChangingTables true when migrations are about to run. All views are then made again, because a view keeps the list of columns of
 * the day on which it was made, and blocks changes of these columns.
 */
export function planObjects(
  objects: readonly SqlObject[],
  stored: ReadonlyMap<string, StoredObject>,
  isChangingTables: boolean,
): ObjectPlan {
  const wanted = new Map(objects.map((object) => [object.name, object]))
  const dropped = new Set<string>()
  const gone: string[] = []
  for (const old of stored.values()) {
    const next = wanted.get(old.name)
    if (next === undefined) gone.push(old.name)
    const isKept = next !== undefined && (next.checksum === old.checksum || isReplaceable(old, next))
    if (!isKept || (isChangingTables && old.kind === 'view')) dropped.add(old.name)
  }
  for (const object of objects) if (stored.has(object.name) && isBuiltOn(object, dropped)) dropped.add(object.name)
  return {
    drops: dropStatements([...dropped].map((name) => stored.get(name) as StoredObject)),
    gone,
    makes: objects.filter((object) => dropped.has(object.name) || stored.get(object.name)?.checksum !== object.checksum),
  }
}

function isReplaceable(old: StoredObject, next: SqlObject): boolean {
  return old.kind === 'function' && next.kind === 'function' && old.head === next.head
}

/**
 * Drops triggers before the functions that they call, and views before the functions that they use. Views are dropped in one statement,
 * because they may use each other.
 */
function dropStatements(objects: readonly StoredObject[]): readonly string[] {
  const targetsOf = (word: string) => objects.map(({ target }) => target).filter((target) => target.startsWith(`${word} `))
  const together = (word: string) => {
    const names = targetsOf(word).map((target) => target.slice(word.length + 1))
    return names.length === 0 ? [] : [`drop ${word} ${names.join(', ')}`]
  }
  // A dropped table has taken its triggers along.
  return [
    ...targetsOf('trigger').map((target) => `drop ${target.replace('trigger ', 'trigger if exists ')}`),
    ...together('view'),
    ...together('routine'),
  ]
}

/** SQL that makes an object, or replaces a function in place. */
export function makeStatement(object: SqlObject): string {
  return object.kind === 'function' ? object.statement.replace('create function', 'create or replace function') : object.statement
}
