import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../projectRoot.ts'
import { inOrder, parseSqlObject, type SqlObject } from './sqlObject.ts'

/** A numbered migration file. `checksum` is the SHA-256 of its text. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Functions, views and triggers of this version of the code. */
export interface SqlObjects {
  /** Grows with every change of the objects, so that an older server does not put old ones back (src/server/sql/README.md). */
  readonly release: number
  /** In an order in which they can be made. */
  readonly all: readonly SqlObject[]
}

/** The complete schema of this version of the code. */
export interface SchemaFiles {
  readonly migrations: readonly Migration[]
  readonly objects: SqlObjects
}

const fileNamePattern = /^\d{4}_[a-z0-9_]+\.sql$/
const migrationFolder = join(projectRoot, 'src/server/migrations')
const sqlFolder = join(projectRoot, 'src/server/sql')

export async function readSchemaFiles(): Promise<SchemaFiles> {
  const [migrations, objects] = await Promise.all([readMigrations(), readSqlObjects()])
  return { migrations, objects }
}

/** Reads the numbered SQL files in order. Refuses two files with the same number, because their order would be undefined. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = name.slice(0, 4)
    if (!fileNamePattern.test(name)) throw new Error(`migration ${name}: expected NNNN_name.sql`)
    if (numbers.has(number)) throw new Error(`migration number ${number} is used twice`)
    numbers.add(number)
  }
  return Promise.all(names.map(readMigration))
}

async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(join(migrationFolder, name), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** Reads the files of functions, views and triggers of all areas, and their release number. */
export async function readSqlObjects(): Promise<SqlObjects> {
  const files = (await readdir(sqlFolder, { recursive: true })).filter((file) => file.endsWith('.sql')).sort()
  const objects = await Promise.all(files.map(async (file) => parseSqlObject(file, await readFile(join(sqlFolder, file), 'utf8'))))
  return { release: (await readRelease()).number, all: inOrder(objects) }
}

interface Release {
  readonly number: number
  readonly checksum: string
}

/** Reads `release.json`: the release number, and the checksum of the objects that it belongs to. */
export async function readRelease(): Promise<Release> {
  return JSON.parse(await readFile(join(sqlFolder, 'release.json'), 'utf8')) as Release
}

/** One checksum over all objects, independent of their folders. */
export function checksumOf(objects: readonly SqlObject[]): string {
  const lines = objects.map(({ name, checksum }) => `${name} ${checksum}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
