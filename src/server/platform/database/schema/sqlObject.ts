import { createHash } from 'node:crypto'
import { basename } from 'node:path'

export type SqlKind = 'function' | 'aggregate' | 'view' | 'trigger'

/** A function, view or trigger that stands in a file of its own. */
export interface SqlObject {
  /** That of the file, too; no two objects share one, be they of different kinds. */
  readonly name: string
  readonly kind: SqlKind
  /** The file's only statement, from `create` on. */
  readonly statement: string
  /** SHA-256 of the statement; the comment before it may change without a word to the database. */
  readonly checksum: string
  /** What DROP takes: `view company_view`, `trigger coupon_step on coupon`, `routine next_number`. */
  readonly target: string
  /** Of a function all that stands before its body, which decides whether it can be replaced where it is; null for other kinds. */
  readonly head: string | null
  /** Tables need it, so it is made before them. */
  readonly isBeforeTables: boolean
}

const firstWords = /^create (?:constraint )?(function|aggregate|view|trigger) ([a-z_][a-z0-9_]*)/
const leadingComments = /^(?:--[^\n]*\n|\s)*/
/** Comments, bodies and texts, in which a semicolon ends nothing; and the semicolons that do. */
const tokens = /--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|;/g
/** The comment that sends a file before the tables, with its reason. */
const beforeTables = /^-- before tables: \S/

/**
 * Reads a file that makes one object.
 *
 * @param file its path; named after the object
 * @throws Error when it holds something else
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
  // Named without arguments: no two functions share a name.
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
 * The objects in an order in which they can be made, each after those that its code names. A word that only happens to be the name of
 * another object does no harm, unless a circle comes of it.
 *
 * @throws Error when objects need each other in a circle, or share a name
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

/** Names of objects in the code of another one. Triggers are left out: nothing can be built on one. */
function namedBy(object: SqlObject, known: ReadonlyMap<string, SqlObject>): readonly string[] {
  return [...wordsOf(object.statement)].filter((word) => word !== object.name && (known.get(word)?.kind ?? 'trigger') !== 'trigger')
}

/**
 * Whether the database refuses to drop any of `names` while the object stands. The body of a function is only text to the database: it
 * may name what is made again in the same transaction.
 */
export function isBuiltOn(object: SqlObject, names: ReadonlySet<string>): boolean {
  const words = wordsOf(object.head ?? object.statement)
  words.delete(object.name)
  return [...names].some((name) => words.has(name))
}
