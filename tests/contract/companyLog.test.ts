import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../src/language/entity/property.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let admin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  admin = await signIn(server, 'admin')
})

afterAll(() => server.close())

const today = taipeiDate(new Date())
const range = `occurredAtFrom=${addDays(today, -7)}&occurredAtTo=${today}`

async function logRows(conditions: string): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 0; ; page += 1) {
    const answer = await admin.get(`/api/logs/companylog/${page}/100?${range}&${conditions}`)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    const { rows } = answer.json<{ rows: Row[] }>()
    found.push(...rows)
    if (rows.length < 100) return found
  }
}

/** Dictionaries whose keys are readable for people. */
const plainKeys = new Set(['ZipCode', 'Year', 'OnTheHour'])

/** The part of a shown value that people cannot read; null when there is none. */
function rawPart(entity: string, field: string, text: string): string | null {
  if (/[[\]{}]|\bnull\b|^(true|false)$|\d{4}-\d\d-\d\dT/.test(text)) return `${entity}.${field}: ${text}`
  const property = server.app.documents.entity(entity)?.properties[field]
  const dictionary = property && dictionaryOf(property)
  const isKey = dictionary !== undefined && !plainKeys.has(dictionary.name) && text.split('、').some((part) => /^[0-9]+$/.test(part))
  return isKey ? `${entity}.${field}: ${text}` : null
}

describe('the log of merchants', () => {
  it('shows no key, JSON or empty value of what the demo wrote', async () => {
    const { rows: stored } = await sql<{
      id: number
      entity: string
      field: string | null
    }>`select id, entity, field from company_log`.execute(server.database.db)
    const places = new Map(stored.map((row) => [row.id, row]))
    const rows = await logRows('')
    expect(rows.length).toBeGreaterThan(400)
    const raw = rows.flatMap((row) => {
      const place = places.get(row.id)
      return [row.oldValue, row.newValue].flatMap((value) => rawPart(place?.entity ?? '', place?.field ?? '', String(value ?? '')) ?? [])
    })
    expect(raw).toEqual([])
  })

  it('shows the same in a file', async () => {
    const file = await (await signIn(server, 'aud01')).get(`/api/logs/companylog/export?format=csv&${range}`)
    expect(file.statusCode).toBe(200)
    expect(file.body).toMatch(/"C\d{6} [^"]+"/)
    expect(file.body).not.toMatch(/\[\{|companyNo/)
  })

  it('finds an outlet that was removed, with its company and its name', async () => {
    const values = { companyNo: 'C000102', partnerStoreCode: 'log-1', storeName: '短命門市', storeType: '2', phone: '02-23456789' }
    const created = await ops.post('/api/company/retail_store', { ...values, openDate: today, status: '1' })
    expect([created.statusCode, created.statusCode === 201 ? '' : created.body]).toEqual([201, ''])
    const { id, retailStoreNo } = created.json<Row>()
    expect((await ops.delete(`/api/company/retail_store/${id}`)).statusCode).toBe(200)
    const rows = await logRows(`companyNo=C000102&recordNo=${retailStoreNo}`)
    expect(new Set(rows.map((row) => row.logAction))).toEqual(new Set(['1', '3']))
    expect(new Set(rows.map((row) => row.recordLabel))).toEqual(new Set(['短命門市']))
  })

  it('the log of merchants is still what the hash chains hold', async () => {
    const results = await verifyLedger(server.database.db)
    expect(results.find((result) => result.id === 'I7A')?.violations).toBe(0)
  })
})

describe('the history of every record', () => {
  it('shows no key, JSON or empty value', async () => {
    // Record numbers are random, so "the newest" would be another record in each run, and sometimes a removed one.
    const { rows: kept } = await sql<{ entity: string; id: number }>`
      select distinct h.entity, h.record_id as id from record_history h join record_change c on c.history_id = h.id
      where not exists (
        select from record_history gone where gone.entity = h.entity and gone.record_id = h.record_id and gone.action = 'delete'
      )`.execute(server.database.db)
    const shown = new Set([...server.app.documents.current().screens.values()].map((screen) => screen.entity.name))
    const raw: string[] = []
    for (const { entity, id } of kept.filter((one) => shown.has(one.entity))) {
      const call = { actor: systemActor, screen: null, entity, now: new Date(), db: server.app.db }
      const properties = server.app.documents.entity(entity)?.properties ?? {}
      for (const change of (await server.app.records.history(call, id)).flatMap((entry) => entry.changes)) {
        const name = Object.keys(properties).find((one) => properties[one]?.title === change.title) ?? ''
        raw.push(...[change.before, change.after].flatMap((text) => rawPart(entity, name, text) ?? []))
      }
    }
    expect(kept.length).toBeGreaterThan(200)
    expect(raw).toEqual([])
  })
})
