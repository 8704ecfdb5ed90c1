import { isBuiltOn, type SqlKind, type SqlObject } from './sqlObject.ts'

/** An object as the database has it: what {@link SqlObject} was when it was made. */
export interface StoredObject {
  readonly name: string
  readonly kind: SqlKind
  readonly target: string
  readonly head: string | null
  readonly checksum: string
}

export interface ObjectPlan {
  /** Statements, in order. */
  readonly drops: readonly string[]
  /** Names of the objects that are no longer among the files. */
  readonly gone: readonly string[]
  /** Objects to make or to replace, in order. */
  readonly makes: readonly SqlObject[]
}

/**
 * What leads from the objects of a database to those of the code, touching as few as possible: other servers may be at work. A function
 * of which only the body changed is replaced where it is. Anything else that changed is dropped, with what is built on it, and made again.
 *
 * @param objects of the code, in the order in which they can be made
 * @param isChangingTables migrations are about to run: views hold on to columns and list them as of the day they were made, so all of
 *   them are made again
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

/** Triggers before the functions they call, views before the functions they use; views of one statement may use each other. */
function dropStatements(objects: readonly StoredObject[]): readonly string[] {
  const targetsOf = (word: string) => objects.map(({ target }) => target).filter((target) => target.startsWith(`${word} `))
  const together = (word: string) => {
    const names = targetsOf(word).map((target) => target.slice(word.length + 1))
    return names.length === 0 ? [] : [`drop ${word} ${names.join(', ')}`]
  }
  // A table that is gone took its triggers along.
  return [
    ...targetsOf('trigger').map((target) => `drop ${target.replace('trigger ', 'trigger if exists ')}`),
    ...together('view'),
    ...together('routine'),
  ]
}

/** What makes an object, or replaces a function where it is. */
export function makeStatement(object: SqlObject): string {
  return object.kind === 'function' ? object.statement.replace('create function', 'create or replace function') : object.statement
}
