import { describe, expect, it } from 'vitest'
import { checksumOf, readMigrations, readRelease, readSqlObjects } from './schemaFiles.ts'

/** SQL without comments and without the texts in it. */
const codeOf = (text: string) => text.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''")

const migrations = await readMigrations()
const objects = await readSqlObjects()

describe('migrations', () => {
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
    // PostgreSQL names the rest after table and column: company_tax_number_check, coupon_line_id_fkey.
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
