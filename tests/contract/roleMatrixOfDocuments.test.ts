import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleMatrix } from '../../src/answers/roleMatrix.ts'
import type { Entity } from '../../src/language/documents/entity.ts'
import type { Screen } from '../../src/language/documents/screen.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { type AskedForms, wrongFills } from './filledFields.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { sendCall } from './routeWalk.ts'
import type { Row } from './rows.ts'
import { signInAs } from './staffUser.ts'

// Screens that an analyst wrote, of entities without tables: the examples that say something about input, and one with a company.

const examples = [
  'approval',
  'basic',
  'conditions',
  'details',
  'files',
  'formats',
  'forms',
  'formulas',
  'masks',
  'numbers',
  'own_api',
].concat(['presets', 'references', 'rights', 'rows', 'rules', 'steps', 'workflow'])

const lease: Entity = {
  name: 'lease',
  title: '租約',
  key: 'leaseNo',
  label: 'leaseNo',
  scope: 'companyNo',
  type: 'object',
  properties: {
    leaseNo: { type: 'string', title: '租約編號', maxLength: 20, 'x-unique': true, 'x-immutable': true },
    companyNo: { type: 'string', title: '特約商', maxLength: 7 },
    tenant: { type: 'string', title: '承租人', maxLength: 20 },
    phone: { type: 'string', title: '電話', maxLength: 10, 'x-mask': 'mobile' },
    rent: { type: 'integer', title: '租金', minimum: 0, 'x-read': 'rent', 'x-write': 'price' },
    deposit: { type: 'integer', title: '押金', minimum: 0, 'x-write': 'price' },
    signedOn: { type: 'string', title: '簽約日', format: 'date' },
    endedOn: { type: 'string', title: '終止日', format: 'date' },
    assessment: { type: 'string', title: '評估', maxLength: 20 },
  },
  required: ['leaseNo', 'companyNo'],
}
const leases: Screen = {
  uri: '/_example/leases',
  title: '租約',
  entity: 'lease',
  createPermission: 'sign',
  list: { columns: [{ field: 'leaseNo', link: 'view' }, 'companyNo', 'assessment'], toolbar: ['create'], rowActions: ['edit', 'end'] },
  forms: {
    create: { fields: ['leaseNo', 'companyNo', 'tenant', 'phone', 'rent', 'deposit', 'signedOn'] },
    edit: { extends: 'create', omit: ['signedOn'] },
    end: { mode: 'edit', title: '終止', fields: ['leaseNo', 'endedOn'] },
  },
}

/** Forms that no button opens. */
const archive: Screen = {
  ...leases,
  uri: '/_example/lease_archive',
  title: '租約存查',
  list: { columns: ['leaseNo'], rowActions: ['history'] },
}

/** What each role has of a screen, by the last part of the permissions. */
const roles = {
  WHOLE: () => true,
  MAKER: (part: string) => ['view', 'create', 'sign', 'price', 'cost'].includes(part),
  CHANGER: (part: string) => ['view', 'edit', 'rent', 'cost'].includes(part),
  READER: (part: string) => part === 'view',
  /** Of merchants. */
  TENANT: () => true,
} as const satisfies Readonly<Record<string, (part: string) => boolean>>

const company = 'C000101'
const schemas = mkdtempSync(join(tmpdir(), 'role-matrix-'))
const sessions = new Map<string, TestSession>()
let server: TestServer
let matrix: RoleMatrix

beforeAll(async () => {
  writeDocuments()
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  for (const [role, mayHave] of Object.entries(roles)) sessions.set(role, await signInRole(role, mayHave))
  await addRecords()
  matrix = (await (await signIn(server, 'admin')).get('/api/account/role_matrix')).json<RoleMatrix>()
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

function writeDocuments(): void {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  for (const name of examples) cpSync(join(projectRoot, 'tests/screens/examples', name), schemas, { recursive: true })
  rmSync(join(schemas, 'rows.json'))
  const write = (path: string, document: object) => {
    mkdirSync(dirname(join(schemas, path)), { recursive: true })
    writeFileSync(join(schemas, path), JSON.stringify(document))
  }
  write('entities/example/lease.json', lease)
  write('screens/_example/leases.json', leases)
  write('screens/_example/lease_archive.json', archive)
}

const screens = (): readonly ResolvedScreen[] =>
  [...server.app.documents.current().screens.values()].filter(({ uri }) => uri.startsWith('/_example/'))

async function signInRole(role: string, mayHave: (part: string) => boolean): Promise<TestSession> {
  // A grant stays when its button is taken out of the document.
  const held = screens().flatMap((screen) => [...screenPermissions(screen), `${screen.resource}.create`, `${screen.resource}.edit`])
  const permissions = [...new Set(held)].filter((one) => mayHave(one.split('.').at(-1) ?? ''))
  const isMerchant = role === 'TENANT'
  await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
    values (${role}, ${role}, ${isMerchant ? '2' : '1'}, ${JSON.stringify(permissions)}::jsonb, false, true, '系統')`.execute(
    server.database.db,
  )
  return signInAs(server, role, new Date(), isMerchant ? company : null)
}

async function addRecords(): Promise<void> {
  const rows = Object.assign({}, ...examples.map(rowsOfExample), { lease: [{ leaseNo: 'L1', companyNo: company }] })
  for (const [entity, values] of Object.entries<readonly object[]>(rows))
    for (const one of values)
      await server.app.records.create({ actor: systemActor, screen: null, entity, now: new Date(), db: server.app.db }, { ...one })
  // The example of steps has no rows.
  await sql`insert into record_document (entity, body) values ('enrollment', '{}')`.execute(server.database.db)
}

function rowsOfExample(name: string): object {
  const file = join(projectRoot, 'tests/screens/examples', name, 'rows.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
}

async function rowsOf(screen: ResolvedScreen, session: TestSession): Promise<readonly Row[]> {
  const list = await sendCall(session, screen.api.list, { pageSize: 100 }, { pageIndex: 0, pageSize: 100 })
  return list.statusCode === 200 ? list.json<{ rows: Row[] }>().rows : []
}

describe.runIf(runsOnce())('the matrix of roles with screens of documents alone', () => {
  it('says of every field who fills it in, with which form', async () => {
    const forms: AskedForms[] = []
    for (const screen of screens()) {
      const entity = server.app.documents.entity(screen.entity.name)
      const rows = await rowsOf(screen, sessions.get('WHOLE') as TestSession)
      if (entity === undefined) continue
      for (const [role, session] of sessions) forms.push({ role, session, screen, entity, rows })
    }
    expect(await wrongFills(matrix, forms)).toEqual([])
  })

  it('says of every screen whose records a role has, and of none that merchants have records of nobody', async () => {
    const found: string[] = []
    const said: string[] = []
    for (const { uri, kind, cells } of matrix.lines) {
      const screen = kind === 'screen' && uri.startsWith('/_example/') ? server.app.documents.screen(uri) : undefined
      if (screen === undefined) continue
      for (const [role, session] of sessions) {
        const cell = cells[matrix.roles.findIndex(({ code }) => code === role)]
        said.push(`${uri} ${role} ${cell === 'own' ? 'all' : cell}`)
        found.push(`${uri} ${role} ${(await rowsOf(screen, session)).length > 0 ? 'all' : 'nothing'}`)
      }
    }
    expect(found).toEqual(said)
    expect(said.filter((text) => text.endsWith('nothing')).length).toBeGreaterThan(10)
  })
})
