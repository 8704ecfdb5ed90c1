import { describe, expect, it } from 'vitest'
import type { Entity } from '../../language/documents/entity.ts'
import { openMemoryDatabase, runScript } from '../records/testing/memoryDatabase.ts'
import { entityFindings } from './catalogueCheck.ts'
import { readDatabaseCatalogue } from './databaseCatalogue.ts'

const entity: Entity = {
  name: 'thing',
  title: '物品',
  key: 'thingNo',
  label: 'thingNo',
  table: 'thing',
  type: 'object',
  properties: {
    thingNo: { type: 'string', title: '編號', 'x-unique': true, 'x-computed': true },
    points: { type: 'integer', title: '點數' },
    price: { type: 'number', title: '單價', 'x-decimals': 2 },
    happenedAt: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['points'],
  unique: [['points', 'price']],
}

const audit = 'row_version int not null default 1, created_by text, created_at timestamptz, updated_by text, updated_at timestamptz'

async function findingsFor(columns: string): Promise<readonly string[]> {
  const { db, close } = await openMemoryDatabase()
  try {
    await runScript(db, `create table thing (id bigint primary key default 1, ${columns}, ${audit})`)
    return entityFindings(entity, await readDatabaseCatalogue(db)).map((finding) => `/${finding.place.join('/')} ${finding.message}`)
  } finally {
    await close()
  }
}

describe('entityFindings', () => {
  it('finds nothing where document and database agree', async () => {
    const agreed = `thing_no text not null unique, points bigint not null, price numeric(12, 2), happened_at timestamptz, tags jsonb,
      unique (points, price)`
    expect(await findingsFor(agreed)).toEqual([])
  }, 180_000)

  it('entityFindings names both sides of every difference', async () => {
    const other = 'thing_no text, points text, price numeric(12, 4) not null, happened_at timestamp'
    expect(await findingsFor(other)).toEqual([
      '/properties/points 欄位 points：文件為 integer，資料庫 thing.points 為 text',
      '/properties/price 欄位 price：文件為2 位小數，資料庫 thing.price 為 4 位小數',
      '/properties/happenedAt 欄位 happenedAt：文件為 string（date-time），資料庫 thing.happened_at 為 timestamp without time zone',
      '/properties/tags 欄位 tags 在資料庫 thing 沒有對應的 tags',
      '/properties/price 欄位 price 在文件可為空，資料庫 thing.price 不可為空',
      '/properties/thingNo/x-unique 欄位 thingNo 在文件為唯一，資料庫 thing.thing_no 沒有唯一索引',
      '/unique/0 組合 points、price 在文件為唯一，資料庫 thing 沒有對應的唯一索引',
    ])
  }, 180_000)
})
