import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../language/documents/entity.ts'
import type { Database } from '../platform/database/tables.ts'
import { refreshStoredResults, resultsHash } from './storedResults.ts'
import { createRecordTables, openMemoryDatabase } from './testing/memoryDatabase.ts'
import { now } from './testing/sampleEngine.ts'

const plain: Entity = {
  name: 'parcel',
  title: '包裹',
  key: 'parcelNo',
  label: 'parcelNo',
  type: 'object',
  properties: { parcelNo: { type: 'string', title: '編號' } },
}
const step = { label: '寄出', field: 'status', from: ['ready'], to: 'sent', permission: 'send' }
const withStates: Entity = {
  ...plain,
  properties: {
    ...plain.properties,
    status: { type: 'string', title: '狀態', enum: ['ready', 'sent'], default: 'ready', 'x-computed': true },
  },
  transitions: { send: step },
}

describe('records that were stored before their entity had states', () => {
  let db: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await openMemoryDatabase(createRecordTables))
    for (const body of [{ parcelNo: 'P1' }, { parcelNo: 'P2', status: 'sent' }])
      await sql`insert into record_document (entity, body, created_by, created_at, updated_by, updated_at)
        values ('parcel', ${JSON.stringify(body)}::jsonb, 'amy', ${now}, 'amy', ${now})`.execute(db)
  }, 180_000)
  afterAll(() => close())

  it('a record without a state gets the first one, so that it can be moved, and stays as it is otherwise', async () => {
    expect(resultsHash(plain)).toBeNull()
    expect(resultsHash(withStates)).not.toBeNull()
    expect(await refreshStoredResults(db, [withStates], now, new AbortController().signal)).toEqual({ changed: 1 })
    const { rows } = await sql<{ body: object; version: number }>`
      select body, row_version as version from record_document where entity = 'parcel' order by body ->> 'parcelNo'`.execute(db)
    expect(rows).toEqual([
      { body: { parcelNo: 'P1', status: 'ready' }, version: 1 },
      { body: { parcelNo: 'P2', status: 'sent' }, version: 1 },
    ])
  })

  it('a table has states of its own', () => {
    expect(resultsHash({ ...withStates, table: 'parcel' })).toBeNull()
  })
})
