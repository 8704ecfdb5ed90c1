import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedFields } from '../../src/language/catalog/publishedTable.ts'
import type { Diagnostic } from '../../src/language/findings/diagnostic.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { columnName } from '../../src/server/records/model.ts'
import { readDatabaseCatalogue } from '../../src/server/screens/databaseCatalogue.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

// An attacker who may write into the documents folder, and also has an ordinary account, gains nothing.

const schemas = mkdtempSync(join(tmpdir(), 'hostile-documents-'))
let server: TestServer
let admin: TestSession
let marketing: TestSession
let merchant: TestSession
let found: readonly Diagnostic[]

type Documents = Readonly<Record<string, object>>

const text = (title: string) => ({ type: 'string', title })
const computed = (title: string) => ({ type: 'string', title, 'x-computed': true })

function entityOn(name: string, table: string, properties: Readonly<Record<string, object>>, more: object = {}): Documents {
  const [key = 'id'] = Object.keys(properties)
  // Everything that the columns require, so that only the rule about tables can refuse the document.
  const required = Object.entries(properties).flatMap(([field, property]) => ('x-computed' in property ? [] : [field]))
  const document = { name, title: name, key, label: key, table, type: 'object', properties, required, ...more }
  return { [`entities/evil/${name}.json`]: document }
}

function screenOn(resource: string, entity: string, columns: readonly string[], more: object = {}): Documents {
  const document = {
    uri: `/_evil/${resource}`,
    title: resource,
    entity,
    permission: 'announcement.announcements',
    list: { columns, toolbar: ['create'], rowActions: ['edit', 'view'] },
    ...more,
  }
  return { [`screens/_evil/${resource}.json`]: document }
}

const logList = (properties: Readonly<Record<string, object>>, columns: readonly string[], table: string, name: string): Documents => ({
  ...entityOn(name, table, properties, { readonly: true }),
  ...screenOn(`${name.toLowerCase()}s`, name, columns, { list: { columns } }),
})

const roles = { type: 'array', title: '角色', items: { type: 'string' } }

/** Two files each, for everybody who may see announcements. */
const attacks: Readonly<Record<string, Documents>> = {
  'accounts with their password hashes and roles': {
    ...entityOn('handle', 'app_user', { userName: computed('帳號'), fullName: text('姓名'), roles, passwordHash: text('雜湊') }),
    ...screenOn('handles', 'handle', ['userName', 'roles', 'passwordHash']),
  },
  'roles and what they permit': {
    ...entityOn('badge', 'app_role', { roleCode: computed('代號'), roleName: text('名稱'), permissions: roles }),
    ...screenOn('badges', 'badge', ['roleCode', 'permissions']),
  },
  'keys of partners': {
    ...entityOn('partnerKey', 'connection_platform', { platformNo: computed('平台'), aesKey: text('金鑰'), aesIv: text('向量') }),
    ...screenOn('partner_keys', 'partnerKey', ['platformNo', 'aesKey', 'aesIv']),
  },
  'outlets of every merchant': {
    ...entityOn('branch', 'retail_store', { retailStoreNo: computed('代號'), storeName: text('名稱'), companyNo: text('特約商') }),
    ...screenOn('branches', 'branch', ['retailStoreNo', 'storeName', 'companyNo'], { permission: 'company.retail_store' }),
  },
  'mails that wait': logList({ recipient: text('收件人'), sealed: text('內容') }, ['recipient', 'sealed'], 'mail_outbox', 'letter'),
  'accounts of the ledger': logList({ class: text('類別'), ownerId: text('編號') }, ['ownerId'], 'point_account', 'purse'),
  'the history of other people’s records': logList(
    { userName: text('人員'), entity: text('實體'), label: text('動作') },
    ['userName', 'entity'],
    'record_history',
    'trace',
  ),
}

const pathsOf = (documents: Documents) => Object.keys(documents)
const apiOf = (documents: Documents) => {
  const screen = Object.values(documents).find((one) => 'uri' in one) as { uri: string }
  return `/api/${screen.uri.slice(2)}`
}

function write(documents: Documents): void {
  for (const [path, document] of Object.entries(documents)) {
    mkdirSync(dirname(join(schemas, path)), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(document, null, 2))
  }
}

const findings = async () => (await admin.get('/api/screens/diagnostics')).json<Diagnostic[]>()

let rounds = 0

/** Waits until every file was accepted or refused: until the finding about a last, obviously broken file appears. */
async function settled(): Promise<readonly Diagnostic[]> {
  rounds += 1
  const last = `screens/_evil/last_${rounds}.json`
  write({ [last]: {} })
  for (let round = 0; round < 200; round += 1) {
    const found = await findings()
    if (found.some((one) => one.file === last)) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the documents were not read')
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  ;[admin, marketing, merchant] = await Promise.all([signIn(server, 'admin'), signIn(server, 'mkt01'), signIn(server, 'mer01')])
  for (const documents of Object.values(attacks)) write(documents)
  found = await settled()
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

describe('two JSON files about a table of the product', () => {
  it.each(Object.entries(attacks))(
    'two JSON files about a table of the product do not open %s, and the entity says why it is refused',
    async (_what, documents) => {
      const rows = await marketing.get(`${apiOf(documents)}/0/5`)
      expect([rows.statusCode, rows.statusCode === 200 ? rows.body.slice(0, 300) : '']).toEqual([404, ''])
      expect((await merchant.get(`${apiOf(documents)}/0/5`)).statusCode).toBe(404)
      for (const path of pathsOf(documents)) {
        const errors = found.filter((one) => one.file === path && one.severity === 'error')
        expect([path, path.startsWith('entities/') ? errors.length > 0 : true]).toEqual([path, true])
        for (const error of errors)
          expect(error).toMatchObject({ line: expect.any(Number), column: expect.any(Number), message: expect.any(String) })
      }
    },
  )

  it('make nobody an administrator', async () => {
    const { rows } = await sql<{ id: number; rowVersion: number }>`
      select id, row_version as "rowVersion" from app_user where user_name = 'mkt01'`.execute(server.database.db)
    const [own] = rows
    await marketing.put(`/api/evil/handles/${own?.id}`, { rowVersion: own?.rowVersion, roles: ['SYS'] })
    const again = await signIn(server, 'mkt01')
    expect((await again.get('/api/account/users/0/5')).statusCode).toBe(403)
  })
})

describe('a step of a table of the product', () => {
  const path = 'entities/authority/user.json'
  const shipped = JSON.parse(readFileSync(join(projectRoot, 'schemas', path), 'utf8')) as {
    transitions: Record<'unlock', Record<string, unknown>>
  }

  it('a step of a table of the product asks for nothing that it would then write past the rules of the area', async () => {
    const unlock = { ...shipped.transitions.unlock, input: { properties: { roles } } }
    write({ [path]: { ...shipped, transitions: { ...shipped.transitions, unlock } } })
    const [finding] = (await settled()).filter((one) => one.file === path)
    expect(finding).toMatchObject({ code: 'opened-transition', severity: 'error', pointer: '/transitions/unlock/input/properties/roles' })
    write({ [path]: shipped })
    await settled()
  })
})

describe('a dictionary', () => {
  const path = 'dictionaries/StoreType.json'
  const shipped = JSON.parse(readFileSync(join(projectRoot, 'schemas', path), 'utf8')) as { options: { key: string }[] }
  const options = async () =>
    (await marketing.put('/api/shared/dictionary', { parameter: 'StoreType' })).json<{ key: string }[]>().map((option) => option.key)

  it('a dictionary keeps the options that stored records have, and gives up the others', async () => {
    const keys = shipped.options.map((option) => option.key)
    write({ [path]: { ...shipped, options: [...shipped.options, { key: '77', name: 'unused', value: '沒有人用' }] } })
    await settled()
    expect(await options()).toEqual([...keys, '77'])
    write({ [path]: shipped })
    await settled()
    expect(await options()).toEqual(keys)

    const { rows } = await sql<{ key: string }>`select min(store_type) as key from retail_store`.execute(server.database.db)
    write({
      [path]: {
        ...shipped,
        options: [...shipped.options.filter((one) => one.key !== rows[0]?.key), { key: '77', name: 'fresh', value: '新的' }],
      },
    })
    const [finding] = (await settled()).filter((one) => one.file === path)
    expect(finding).toMatchObject({ code: 'option-in-use', severity: 'error', pointer: '/options', line: expect.any(Number) })
    expect(await options()).toEqual(keys)
  })
})

describe('the registry', () => {
  it('the registry keeps documents from every path of code: each belongs to a screen of the product, or to nobody', () => {
    const areas = server.app.routeTable.flatMap(({ url }) => {
      const [, api, area = '', resource = ''] = url.split('/')
      return api === 'api' && area !== '*' && resource !== '' ? [[area, resource] as const] : []
    })
    const isOfCode = (base: string) => publishedNames.codePaths.some((path) => base === path || base.startsWith(`${path}/`))
    const open = areas.filter(
      ([area, resource]) => !isOfCode(`/api/${area}/${resource}`) && !publishedNames.resources.has(`${area}.${resource}`),
    )
    expect([...new Set(open.map((parts) => parts.join('/')))]).toEqual([])
  })

  it('the registry names tables, views and fields that the database has, and one table for each entity', async () => {
    const tables = [...publishedNames.tables.values()]
    expect(new Set(tables.map((table) => table.entity)).size).toBe(tables.length)
    const catalogue = await readDatabaseCatalogue(server.database.db)
    for (const table of tables) {
      const columns = catalogue.get(table.view ?? table.table)?.columns
      expect([table.table, catalogue.has(table.table), publishedFields(table).filter((field) => !columns?.has(columnName(field)))]).toEqual(
        [table.table, true, []],
      )
    }
  })
})
