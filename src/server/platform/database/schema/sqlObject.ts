import { createHash } from 'node:crypto'
import { basename } from 'node:path'

export type SqlKind = 'function' | 'aggregate' | 'view' | 'trigger'

/** A function, view or trigger, each in a file of its own. */
export interface SqlObject {
  /** Also the name of the file. It is unique among objects of all kinds. */
  readonly name: string
  readonly kind: SqlKind
  /** The only statement of the file, from `create` on. */
  readonly statement: string
  /** SHA-256 of the statement. The comment before it may change without changing the database. */
  readonly checksum: string
  /** The object as DROP names it: `view company_view`, `trigger coupon_step on coupon`, `routine next_number`. */
  readonly target: string
  /** Of a function, everything before its body; when it is unchanged, the function can be replaced in place. Null for other kinds. */
  readonly head: string | null
  /** True for a function that tables need, which is therefore made before them. */
  readonly isBeforeTables: boolean
}

const firstWords = /^create (?:constraint )?(function|aggregate|view|trigger) ([a-z_][a-z0-9_]*)/
const leadingComments = /^(?:--[^\n]*\n|\s)*/
/** Comments, function bodies and strings, in which a semicolon ends nothing, and the semicolons that do. */
const tokens = /--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|;/g
/** The comment that moves a file before the tables. It has to give the reason. */
const beforeTables = /^-- before tables: \S/

/**
 * Parses a file that makes one object.
 *
 * @param file path of the file, which is named after the object
 * @throws Error when it contains something else
 */
export function parseSqlObject(file: string, text: string): SqlObject {
  const statement = text.replace(leadingComments, '').trim()
  const [, kind, name] = firstWords.exec(statement) ?? []
  if (kind === undefined || name === undefined) throw new Error(`${file}: expected one "create function, aggregate, view or trigger"`)
  if (name !== basename(file, '.sql')) throw new Error(`${file}: makes ${name}; a file has the name of its object`)
  const ends = [...statement.matchAll(tokens)].filter(([token]) => token === ';')
  if (ends.length !== 1 || !statement.endsWith(';')) throw new Error(`${file}: expected one statement, ended by a semicolon`)
  return {
    name,
    kind: kind as SqlKind,
    statement,
    checksum: createHash('sha256').update(statement).digest('hex'),
    target: targetOf(kind as SqlKind, name, statement),
    head: kind === 'function' ? headOf(statement) : null,
    isBeforeTables: beforeTables.test(text),
  }
}

function targetOf(kind: SqlKind, name: string, statement: string): string {
  if (kind === 'view') return `view ${name}`
  if (kind === 'trigger') return `trigger ${name} on ${/\son ([a-z_][a-z0-9_]*)/.exec(statement)?.[1]}`
  // Without arguments, because no two functions have the same name.
  return `routine ${name}`
}

function headOf(statement: string): string {
  const bodyAt = statement.search(/\sas (\$\$|')/)
  return codeOf(statement.slice(0, bodyAt === -1 ? undefined : bodyAt))
    .replace(/\s+/g, ' ')
    .trim()
}

/** SQL without its comments. */
function codeOf(text: string): string {
  return text.replace(/--[^\n]*/g, '')
}

const wordsOf = (text: string) => new Set(codeOf(text).match(/[a-z_][a-z0-9_]*/g))

/**
 * Sorts objects so that each comes after those that its code names. A word that only happens to be the name of an object does no harm,
 * unless it makes a cycle.
 *
 * @throws Error when objects depend on each other in a cycle, or have the same name
 */
export function inOrder(objects: readonly SqlObject[]): readonly SqlObject[] {
  const byName = new Map(objects.map((object) => [object.name, object]))
  const twin = objects.find((object) => byName.get(object.name) !== object)
  if (twin) throw new Error(`two SQL files make objects with the name ${twin.name}`)
  const ordered = new Set<SqlObject>()
  const path: string[] = []
  const visit = (object: SqlObject) => {
    if (ordered.has(object)) return
    if (path.includes(object.name)) throw new Error(`SQL objects need each other in a circle: ${[...path, object.name].join(' > ')}`)
    path.push(object.name)
    for (const name of namedBy(object, byName)) visit(byName.get(name) as SqlObject)
    path.pop()
    ordered.add(object)
  }
  for (const object of objects) visit(object)
  return [...ordered]
}

/** Names of the objects that the code of an object mentions. Triggers are left out, because nothing can be built on a trigger. */
function namedBy(object: SqlObject, known: ReadonlyMap<string, SqlObject>): readonly string[] {
  return [...wordsOf(object.statement)].filter((word) => word !== object.name && (known.get(word)?.kind ?? 'trigger') !== 'trigger')
}

/**
 * True when the database would refuse to drop any of `names` while the object exists. The body of a function does not count: it is only a
 * text for the database, and may name objects that are made again in the same transaction.
 */
export function isBuiltOn(object: SqlObject, names: ReadonlySet<string>): boolean {
  const words = wordsOf(object.head ?? object.statement)
  words.delete(object.name)
  return [...names].some((name) => words.has(name))
}
