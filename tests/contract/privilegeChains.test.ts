import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { createPasswordHasher } from '../../src/server/identity/passwords/passwordHasher.ts'
import { json } from '../../src/server/platform/database/json.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { type WrittenMail, writtenMails } from '../support/mails.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { filesThatWriteIdentity, harmlessResources, powerfulPermissions } from './privilegeRoutes.ts'
import { codeRoutes, documentCalls } from './routeWalk.ts'

/** Mails to this address reach the attacker. */
const evil = 'evil@example.com'
const chosen = 'Chosen!58231x'
const ownPassword = 'Wren!58231x'

let server: TestServer
let admin: TestSession
let passwordHash: string
const db = () => server.database.db

beforeAll(async () => {
  server = await startTestServer({ demo: true, environment: { FORGOT_PASSWORD_PER_HOUR: '100000' } })
  admin = await signIn(server, 'admin')
  passwordHash = await createPasswordHasher().hash(ownPassword)
})
afterAll(() => server.close())

describe('the list of routes', () => {
  it('puts every permission that guards a write into one of two kinds', () => {
    const actions = [...server.app.documents.current().screens.values()].flatMap((screen) => Object.values(screen.actions))
    const writes = documentCalls(server).filter(({ call, verb }) => call.method !== 'GET' && !['list', 'get', 'report'].includes(verb))
    const guarding = new Set([
      ...codeRoutes(server)
        .filter(({ method }) => method !== 'GET')
        .flatMap(({ permission }) => [permission].flat())
        .filter((permission) => permission.split('.').length === 3),
      ...writes.flatMap(({ permission }) => permission ?? []),
      ...actions.filter(({ kind }) => kind === 'transition' || kind === 'request').map(({ permission }) => permission),
    ])
    const powerfulResources = new Set(powerfulPermissions.map(resourceOf))
    // `create` of a read-only log guards a call that the engine refuses; only permissions that a role can have count.
    const held = [...guarding].filter((permission) => heldByAnybody().has(permission))
    const undecided = held.filter(
      (permission) => !powerfulResources.has(resourceOf(permission)) && !(resourceOf(permission) in harmlessResources),
    )
    expect(undecided).toEqual([])
    expect(Object.keys(harmlessResources).filter((resource) => powerfulResources.has(resource))).toEqual([])
    // For a powerful resource, every permission that guards a write is tried.
    const untried = held.filter((permission) => powerfulResources.has(resourceOf(permission)) && !powerfulPermissions.includes(permission))
    expect(untried.filter((permission) => !permission.endsWith('.view'))).toEqual([])
  })

  it('the list of routes names every file of the server that writes accounts, roles or sessions', () => {
    const root = join(projectRoot, 'src/server')
    const tables =
      /(insertInto|updateTable|deleteFrom)\('(appUser|appRole|session|refreshToken|passwordReset|passwordHistory|loginAttempt)'|(insert into|update|delete from) (app_user|app_role|session|refresh_token|password_reset|password_history|login_attempt)\b/
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const writing = files.filter((file) => tables.test(readFileSync(join(root, file), 'utf8'))).map((file) => file.replaceAll('\\', '/'))
    expect(writing.filter((file) => !file.startsWith('demo/')).sort()).toEqual([...filesThatWriteIdentity].sort())
  })
})

const resourceOf = (permission: string) => permission.slice(0, permission.lastIndexOf('.'))

function heldByAnybody(): ReadonlySet<string> {
  return new Set(permissionsOfAll)
}
let permissionsOfAll: readonly string[] = []
beforeAll(async () => {
  const { rows } = await sql<{ permission: string }>`
    select distinct jsonb_array_elements_text(permissions) as permission from app_role`.execute(db())
  permissionsOfAll = rows.map(({ permission }) => permission)
})

interface Person {
  readonly id: number
  readonly userName: string
}

interface World {
  readonly held: ReadonlySet<string>
  readonly session: TestSession
  readonly self: Person
  /** Accounts with more permissions, each in another way. */
  readonly targets: Readonly<Record<'administrator' | 'stronger' | 'asleep' | 'portal' | 'merchant' | 'peer', Person>>
  readonly roles: Readonly<Record<'own' | 'ownAsleep' | 'stronger' | 'SYS', number>>
}

const outside = 'points.adjustments.approve'

let counter = 0
const nextNumber = () => (counter += 1)

async function addRole(roleCode: string, permissions: readonly string[], isEnabled = true): Promise<number> {
  const values = { roleCode, roleName: roleCode, userType: '1' as const, description: null, permissions: json(permissions), isEnabled }
  const row = { ...values, createdBy: null, updatedBy: null, updatedAt: null }
  return (await db().insertInto('appRole').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function addUser(userName: string, roles: readonly string[], over: object = {}): Promise<Person> {
  const nothing = {
    phoneNumber: null,
    jobTitle: null,
    companyNo: null,
    corporateNo: null,
    rewardPointId: null,
    lockedUntil: null,
    lastLoginAt: null,
  }
  const stamps = { deletedAt: null, createdBy: null, updatedBy: null, updatedAt: null, passwordChangedAt: new Date(), limitDate: null }
  const values = {
    userName,
    fullName: userName,
    email: `${userName}@example.com`,
    userType: '1' as const,
    roles: json(roles),
    passwordHash,
  }
  const { id } = await db()
    .insertInto('appUser')
    .values({ ...nothing, ...stamps, ...values, limitDate: addDays(taipeiDate(new Date()), 90), ...over })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userName }
}

async function makeWorld(permissions: readonly string[]): Promise<World> {
  const mark = nextNumber()
  const held = new Set([...permissions, ...permissions.map((one) => `${resourceOf(one)}.view`)])
  const own = await addRole(`PAIR${mark}`, [...held])
  const ownAsleep = await addRole(`SLEEP${mark}`, [...held, outside], false)
  const stronger = await addRole(`MORE${mark}`, [...held, outside])
  const self = await addUser(`self${mark}`, [`PAIR${mark}`, `SLEEP${mark}`])
  const targets = {
    administrator: await addUser(`boss${mark}`, ['SYS'], { status: '2' }),
    stronger: await addUser(`more${mark}`, [`MORE${mark}`], { status: '2' }),
    asleep: await addUser(`sleep${mark}`, [`SLEEP${mark}`], { status: '2' }),
    portal: await addUser(`member${mark}`, ['CORP'], { userType: '3', corporateNo: 'E000001', status: '2', lastLoginAt: new Date() }),
    merchant: await addUser(`shop${mark}`, ['MER'], { userType: '2', companyNo: 'C000101', status: '2' }),
    peer: await addUser(`peer${mark}`, [`PAIR${mark}`], { status: '2' }),
  }
  const { id: SYS } = await db().selectFrom('appRole').select('id').where('roleCode', '=', 'SYS').executeTakeFirstOrThrow()
  return { held, self, targets, roles: { SYS, stronger, ownAsleep, own }, session: await stubbornSession(self.userName) }
}

/** Changing one's own role or account ends the session; the attack then signs in again and continues. */
async function stubbornSession(userName: string): Promise<TestSession> {
  let session = await signIn(server, userName, ownPassword)
  type Call = (current: TestSession) => ReturnType<TestSession['get']>
  const send = async (call: Call) => {
    const answer = await call(session)
    if (answer.statusCode !== 401) return answer
    session = await signIn(server, userName, ownPassword)
    return call(session)
  }
  return {
    ...session,
    get: (url) => send((current) => current.get(url)),
    post: (url, body) => send((current) => current.post(url, body)),
    put: (url, body) => send((current) => current.put(url, body)),
    delete: (url) => send((current) => current.delete(url)),
  }
}

const versionOf = async (table: 'appUser' | 'appRole' | 'corporateMember', id: number) =>
  (await db().selectFrom(table).select('rowVersion').where('id', '=', id).executeTakeFirst())?.rowVersion ?? 0

const newUser = (roles: readonly string[], over: object = {}) => ({
  ...{ userName: `made.${nextNumber()}`, fullName: '新', email: evil, userType: '1', roles, isEnabled: true },
  ...over,
})

type Move = (world: World) => Promise<unknown>

/** Everything that a holder of the permission could try, for each account or role that it could be about. */
const moves: Readonly<Record<string, Move>> = {
  'authority.users.create': async ({ session, self, targets }) => {
    const own = self.userName.replace('self', 'PAIR')
    for (const roles of [['SYS'], [own.replace('PAIR', 'MORE')], [own.replace('PAIR', 'SLEEP')], ['OPS'], [own]]) {
      await session.put('/api/account/users', newUser(roles, { initialPassword: chosen }))
    }
    await session.put('/api/account/users', newUser(['MER'], { userType: '2', companyNo: 'C000101', initialPassword: chosen }))
    await session.put('/api/account/users', newUser(['CORP'], { userType: '3', corporateNo: 'E000001', initialPassword: chosen }))
    await session.put('/api/account/users', newUser([own], { userName: targets.administrator.userName, initialPassword: chosen }))
  },
  'authority.users.edit': async ({ session, self, targets }) => {
    for (const { id } of [...Object.values(targets), self]) {
      const url = `/api/account/users/${id}`
      await session.put(url, { rowVersion: await versionOf('appUser', id), email: evil })
      for (const roles of [['SYS'], [self.userName.replace('self', 'MORE')]]) {
        await session.put(url, { rowVersion: await versionOf('appUser', id), roles })
      }
      await session.put(url, { rowVersion: await versionOf('appUser', id), isEnabled: true, userType: '1', companyNo: null })
    }
    // With the new address anybody may request the link, without a permission.
    for (const { userName } of Object.values(targets)) {
      await session.post('/api/account/createForgetPasswordEMail', { username: userName, email: evil })
    }
  },
  'authority.users.delete': async ({ session, targets }) => {
    for (const { id } of Object.values(targets)) await session.delete(`/api/account/users/${id}`)
  },
  'authority.users.import': async ({ session, self }) => {
    for (const role of ['SYS', 'OPS', self.userName.replace('self', 'MORE'), self.userName.replace('self', 'PAIR')]) {
      const { isEnabled: _fixed, ...row } = newUser([role])
      await session.post('/api/account/createUsers', { rows: [row] })
    }
  },
  'authority.users.resetpassword': async ({ session, targets }) => {
    for (const { id, userName } of Object.values(targets)) {
      await session.put(`/api/account/users/updatepassword/${id}`, { newPassword: `${chosen}${nextNumber()}` })
      await session.post('/api/account/createForgetPasswordEMail', { username: userName, email: `${userName}@example.com` })
    }
  },
  'authority.users.unlock': async ({ session, targets }) => {
    for (const { id } of Object.values(targets)) {
      await session.post(`/api/account/users/${id}/unlock`, { rowVersion: await versionOf('appUser', id) })
    }
    await session.post('/api/account/users/unlock', { ids: Object.values(targets).map(({ id }) => id) })
  },
  'authority.users.export': ({ session }) => session.get('/api/account/users/export?format=csv'),
  'authority.roles.create': async ({ session, held }) => {
    for (const permissions of [[outside], [...held, outside], [...held]]) {
      const roleCode = `NEW${nextNumber()}`
      await session.post('/api/account/roles', { roleCode, roleName: roleCode, userType: '1', permissions, isEnabled: true })
      await session.post('/api/account/roles', {
        roleCode: `${roleCode}X`,
        roleName: `${roleCode}X`,
        userType: '1',
        permissions,
        isEnabled: false,
      })
    }
  },
  'authority.roles.edit': async ({ session, held, roles }) => {
    for (const id of Object.values(roles)) {
      const url = `/api/account/roles/${id}`
      for (const change of [
        { permissions: [...held, outside] },
        { isEnabled: true },
        { permissions: [...held] },
        { isEnabled: true, description: '改' },
      ]) {
        await session.put(url, { rowVersion: await versionOf('appRole', id), ...change })
      }
    }
  },
  'authority.roles.delete': async ({ session, roles }) => {
    for (const id of Object.values(roles)) await session.delete(`/api/account/roles/${id}`)
  },
  'connection.connection_platform.edit': async ({ session }) => {
    const { id, rowVersion } = await db()
      .selectFrom('connectionPlatform')
      .select(['id', 'rowVersion'])
      .orderBy('platformNo')
      .executeTakeFirstOrThrow()
    const key = (await session.get('/api/account/generate_aes_keyandiv')).json<object>()
    await session.put('/api/account/connection_platform', { id, rowVersion, ...key })
    await session.post(`/api/connection/connection_platform/${id}/rotate_key`)
  },
  'corporate.corporate.edit': async ({ session }) => {
    const members = await db().selectFrom('corporateMember').select(['id', 'rowVersion', 'status']).execute()
    for (const { id, rowVersion, status } of members) {
      // An application has no account yet, and whoever changed it may not approve it.
      if (status !== '3') continue
      await session.put(`/api/corporate/corporate/${id}`, { rowVersion, contactEmail: `evil${nextNumber()}@example.com` })
      await session.post(`/api/corporate/corporate/${id}/approve_change`, {})
      await session.post(`/api/corporate/corporate/${id}/resend_activation`, {})
    }
  },
  'corporate.corporate.approve': async ({ session }) => {
    const members = await db().selectFrom('corporateMember').select(['id', 'rowVersion', 'status']).execute()
    for (const { id } of members) await session.post(`/api/corporate/corporate/${id}/approve_change`, {})
  },
}

interface Snapshot {
  readonly accounts: ReadonlyMap<number, { readonly mark: string; readonly userType: string; readonly roles: readonly string[] }>
  readonly roles: ReadonlyMap<string, { readonly permissions: readonly string[]; readonly isEnabled: boolean }>
  readonly keys: string
  readonly memberAddresses: string
}

/**
 * All credentials. Those that differ after the moves count as known to the attacker. Staff for corporate members may send an invitation
 * again, so its recipient is checked in the mails.
 */
async function snapshot(): Promise<Snapshot> {
  const users = await sql<{ id: number; mark: string; userType: string; roles: readonly string[] }>`
    select id, case when user_type = '3' and last_login_at is null then '' else password_hash end || '|' || email || '|' || status || '|' || roles::text as mark, user_type, roles from app_user`.execute(
    db(),
  )
  const roles = await db().selectFrom('appRole').select(['roleCode', 'permissions', 'isEnabled']).execute()
  const keys = await sql<{
    mark: string
  }>`select string_agg(platform_no || key_version, ',' order by platform_no) as mark from connection_platform`.execute(db())
  const members = await sql<{ mark: string }>`
    select string_agg(contact_email, ',' order by id) as mark from corporate_member where status = '3'`.execute(db())
  return {
    accounts: new Map(users.rows.map((row) => [row.id, row])),
    roles: new Map(roles.map((role) => [role.roleCode, role])),
    keys: keys.rows[0]?.mark ?? '',
    memberAddresses: members.rows[0]?.mark ?? '',
  }
}

/** What the attacker gained: permissions beyond the own ones, of the own account or of one that was created, changed, unlocked or reset. */
function gainsOf({ self, held }: World, before: Snapshot, after: Snapshot): readonly string[] {
  const opened = [...after.accounts].filter(([id, { mark }]) => id === self.id || before.accounts.get(id)?.mark !== mark)
  const gained = opened.flatMap(([id, { userType, roles: rolesNow }]) => {
    // The earlier permissions count too: a strong account that was weakened was taken over all the same.
    const roles = id === self.id ? rolesNow : [...rolesNow, ...(before.accounts.get(id)?.roles ?? [])]
    // Disabled roles of another account count, because they may be enabled; the own account counts as it is.
    const granted = roles.filter((role) => id !== self.id || after.roles.get(role)?.isEnabled)
    const more = granted.flatMap((role) => after.roles.get(role)?.permissions ?? []).filter((permission) => !held.has(permission))
    const isMember = userType === '3' && before.accounts.has(id)
    return [...more, ...(roles.includes('SYS') ? ['everything'] : []), ...(isMember ? ['the points of a member'] : [])]
  })
  const isRotator = held.has('connection.connection_platform.rotatekey')
  if (before.keys !== after.keys && !isRotator) gained.push('a key of a platform')
  if (before.memberAddresses !== after.memberAddresses) gained.push('the address of a member')
  return [...new Set(gained)]
}

/** Links and passwords in all mails. */
function secretsOf(mails: readonly WrittenMail[]): readonly string[] {
  return mails.flatMap(({ text }) => [/[?&]t=(\w+)/.exec(text)?.[1] ?? [], /密碼：(\S+)/.exec(text)?.[1] ?? []].flat())
}

async function readLogs({ session }: World): Promise<string> {
  const range = `occurredAtFrom=${taipeiDate(new Date())}&occurredAtTo=${taipeiDate(new Date())}`
  const urls = ['activitylog', 'useractionlog'].flatMap((log) => [
    `/api/logs/${log}/0/100?${range}`,
    `/api/logs/${log}/export?format=csv&${range}`,
  ])
  return (await Promise.all(urls.map(async (url) => (await session.get(url)).body))).join()
}

async function attack(permissions: readonly string[]): Promise<readonly string[]> {
  const world = await makeWorld(permissions)
  await sql`delete from mail_outbox`.execute(db())
  const before = await snapshot()
  // Twice, because one move may prepare another.
  for (let round = 0; round < 2; round += 1) {
    for (const permission of permissions) await moves[permission]?.(world)
  }
  const gains = [...gainsOf(world, before, await snapshot())]
  const mails = await writtenMails(server)
  if (mails.some(({ recipient, subject }) => recipient.startsWith('evil') && subject === '企業會員申請已核准')) {
    gains.push('the first password of a member')
  }
  const secrets = secretsOf(mails)
  if (permissions.some((permission) => permission.startsWith('logs.'))) {
    await server.app.activity.flush()
    const logs = await readLogs(world)
    if (secrets.some((secret) => logs.includes(secret))) gains.push('a mailed secret')
  }
  return gains
}

describe.runIf(runsOnce())('no chain of rights', () => {
  // The other permissions only create or remove what they are meant to: they open no account, alone or combined with these.
  const tried = powerfulPermissions.filter((permission) => permission in moves || permission.startsWith('logs.'))
  const pairs = tried.flatMap((first, index) => tried.slice(index + 1).map((second) => [first, second] as const))

  it(`makes more of a role with any of ${pairs.length} pairs of permissions`, async () => {
    const won: string[] = []
    for (const pair of pairs) {
      const gains = await attack(pair)
      if (gains.length > 0) won.push(`${pair.join(' + ')}: ${gains.join(', ')}`)
    }
    expect(won).toEqual([])
  })

  it('makes more of a role with all of them, or with all that an administrator holds', async () => {
    expect(await attack(powerfulPermissions)).toEqual([])
    const { permissions } = await db().selectFrom('appRole').select('permissions').where('roleCode', '=', 'SYS').executeTakeFirstOrThrow()
    expect(await attack([...permissions])).toEqual([])
  })

  it('no chain of rights is what the attacks would see: an administrator does win', async () => {
    const world = { ...(await makeWorld(['authority.users.edit'])), session: admin }
    const before = await snapshot()
    await moves['authority.users.edit']?.(world)
    const gains = gainsOf(world, before, await snapshot())
    expect(gains).toEqual(expect.arrayContaining([outside, 'everything', 'the points of a member']))
  })
})
