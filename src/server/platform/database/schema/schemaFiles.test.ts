import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../projectRoot.ts'
import { checksumOf, readMigrations, readRelease, readSqlObjects } from './schemaFiles.ts'

/** SQL without comments and string contents. */
const codeOf = (text: string) => text.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''")

const migrations = await readMigrations()
const objects = await readSqlObjects()
const shipped: Record<string, string> = JSON.parse(readFileSync(join(projectRoot, 'src/server/migrations/checksums.json'), 'utf8'))

describe('migrations', () => {
  it('migrations keep the text that databases remember, comments included: another text is refused at the next start', () => {
    const changed = migrations.filter(({ name, checksum }) => shipped[name] !== undefined && shipped[name] !== checksum)
    expect(
      changed.map(({ name }) => name),
      'put the text back; what is to change goes into a new migration',
    ).toEqual([])
    expect(Object.keys(shipped).filter((name) => !migrations.some((migration) => migration.name === name))).toEqual([])
  })

  it('migrations are all listed in checksums.json', () => {
    const missing = migrations.filter(({ name }) => shipped[name] === undefined)
    const advice = missing.map(({ name, checksum }) => `add "${name}": "${checksum}"`).join('\n')
    expect(
      missing.map(({ name }) => name),
      advice,
    ).toEqual([])
  })

  it.each(migrations.map(({ name, text }) => [name, codeOf(text)]))(
    '%s leaves functions, views and triggers to src/server/sql',
    (_, code) => {
      const found = code.match(
        /\b(create|drop|alter)\s+(or\s+replace\s+)?(materialized\s+)?(constraint\s+)?(function|procedure|aggregate|view|trigger)\b/gi,
      )
      expect(found).toBeNull()
    },
  )

  it.each(migrations.map(({ name, text }) => [name, codeOf(text)]))('%s names what holds over several columns', (_, code) => {
    // PostgreSQL names unnamed ones by table and column: company_tax_number_check, coupon_line_id_fkey.
    expect(code.match(/^ {2}(unique|check|foreign key)\b.*$/gm)).toBeNull()
    expect(code.match(/create (unique )?index on .*/g)).toBeNull()
  })
})

describe('functions, views and triggers', () => {
  it('functions, views and triggers have a file each, and are read from all areas', () => {
    expect(objects.all.length).toBeGreaterThan(100)
    expect(new Set(objects.all.map(({ kind }) => kind))).toEqual(new Set(['function', 'aggregate', 'view', 'trigger']))
  })

  it('functions, views and triggers have a new release number when one of them has changed', async () => {
    const { number, checksum } = await readRelease()
    const now = checksumOf(objects.all)
    const advice = `src/server/sql has changed: write { "number": ${number + 1}, "checksum": "${now}" } into release.json`
    expect(checksum, advice).toBe(now)
  })
})
