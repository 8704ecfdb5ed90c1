import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { modelOf } from '../model.ts'
import { sampleEntity } from '../testing/sampleEntity.ts'
import { createTableStorage } from './tableStorage.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

describe('what a list reads of a table', () => {
  const { source } = createTableStorage(modelOf(sampleEntity('table')), 'sample')
  const listed = (shown?: ReadonlySet<string>) => sql`select ${source.listColumns(shown)}`.compile(compiler).sql

  it('leaves out lists of rows that it does not show, however long they are', () => {
    expect(listed(new Set(['sampleNo']))).toContain('null as "lines"')
    expect(listed(new Set(['sampleNo', 'lines']))).toContain('"lines" as "lines"')
  })

  it('includes everything else, also what only hooks look at', () => {
    expect(listed(new Set(['sampleNo']))).toMatch(/"tags" as "tags".*"reason" as "reason"/)
    expect(listed()).toContain('"lines" as "lines"')
  })
})
