import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { postFile } from '../support/files.ts'
import { writtenMails } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postRefresh, sessionOf, signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let admin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { readonly id: number; readonly rowVersion: number }

const role = (over: object = {}) => ({
  roleCode: 'CLERK',
  roleName: '門市專員',
  userType: '1',
  permissions: ['company.retail_store.edit'],
  isEnabled: true,
  ...over,
})
const user = (over: object = {}) => ({
  userName: 'clerk01',
  fullName: '門市一號',
  email: 'clerk01@example.com',
  userType: '1',
  roles: ['CS'],
  isEnabled: true,
  initialPassword: 'Kx9-mountain',
  ...over,
})

async function find(path: string, query: string): Promise<Row> {
  const answer = await admin.get(`/api/account/${path}/0/5?${query}`)
  const row = answer.json<{ rows: Row[] }>().rows[0]
  if (!row) throw new Error(`nothing found: ${answer.body}`)
  return row
}
const findUser = (userName: string) => find('users', `userName=${encodeURIComponent(userName)}`)
const findRole = (roleCode: string) => find('roles', `roleCode=${roleCode}`)

describe('menu and permissions', () => {
  it('show each person the granted functions only', async () => {
    const menuOf = async (session: TestSession) => {
      const groups = (await session.get('/api/account/users/me/functions')).json<{ subFunctions: { uri: string }[] }[]>()
      return groups.flatMap((group) => group.subFunctions.map((item) => item.uri))
    }
    const [adminMenu, merchantMenu] = [await menuOf(admin), await menuOf(await signIn(server, 'mer01'))]
    expect(adminMenu).toEqual(expect.arrayContaining(['/_authority/roles', '/_authority/users', '/_authority/change_password']))
    expect(adminMenu).not.toContain('/_company/retail_store')
    expect(merchantMenu).toContain('/_company/retail_store')
    expect(merchantMenu).not.toContain('/_authority/users')
  })

  it('give the tree to those who see roles', async () => {
    const tree = (await admin.get('/api/account/permissions')).json<{ key: string; parentKey: string | null }[]>()
    expect(tree).toContainEqual({ key: 'authority.users.unlock', value: '解除鎖定', parentKey: 'authority.users' })
    expect((await (await signIn(server, 'ops01')).get('/api/account/permissions')).statusCode).toBe(403)
  })
})

describe('roles', () => {
  it('roles are created with the forced view and the warning of two sides', async () => {
    const answer = await admin.post('/api/account/roles', role({ permissions: ['company.companies.submit', 'company.companies.approve'] }))
    expect([answer.statusCode, answer.headers['x-message-code']]).toEqual([201, 'M01'])
    expect(answer.json()).toMatchObject({
      permissions: ['company.companies.approve', 'company.companies.submit', 'company.companies.view'],
      isSystem: false,
    })
    const told = decodeURIComponent(String(answer.headers['x-message-text']))
    expect(told).toBe('新增成功! 此角色同時具備申請與審核權限，仍不可審核自己的申請。')
    expect((await admin.post('/api/account/roles', role())).statusCode).toBe(409)
    expect((await admin.delete(`/api/account/roles/${answer.json().id}`)).statusCode).toBe(200)
  })

  it('roles for merchants are offered what they may have, and nothing else', async () => {
    interface Line {
      readonly key: string
      readonly parentKey: string | null
    }
    const tree = (await admin.get('/api/account/permissions?userType=2')).json<readonly Line[]>()
    const parents = new Set(tree.map((line) => line.parentKey))
    const offered = tree.filter((line) => !parents.has(line.key)).map((line) => line.key)
    expect(offered.length).toBeGreaterThan(10)
    const made = await admin.post('/api/account/roles', role({ userType: '2', roleCode: 'MERALL', roleName: '全部', permissions: offered }))
    expect([made.statusCode, made.json<{ permissions: readonly string[] }>().permissions]).toEqual([201, [...offered].sort()])
    const known = new Set(tree.map((line) => line.key))
    expect(tree.filter((line) => line.parentKey !== null && !known.has(line.parentKey))).toEqual([])
    const whole = (await admin.get('/api/account/permissions?userType=1')).json<readonly Line[]>()
    expect(whole).toEqual((await admin.get('/api/account/permissions')).json())
    const [refused] = whole.filter((line) => line.key.endsWith('.view') && !known.has(line.key))
    const other = await admin.post('/api/account/roles', role({ userType: '2', roleCode: 'MERMORE', permissions: [refused?.key] }))
    expect([other.statusCode, other.headers['x-error-code']]).toEqual([409, 'ROLE_MERCHANT'])
    expect((await admin.get('/api/account/permissions?userType=4')).statusCode).toBe(400)
  })

  it('refuse unknown permissions, platform functions for merchants, and what the giver does not hold', async () => {
    expect((await admin.post('/api/account/roles', role({ permissions: ['company.companies.fly'] }))).statusCode).toBe(400)
    expect((await admin.post('/api/account/roles', role({ permissions: [] }))).statusCode).toBe(400)
    const merchant = await admin.post('/api/account/roles', role({ userType: '2', permissions: ['authority.users.view'] }))
    expect([merchant.statusCode, merchant.body]).toEqual([409, '特約商角色不可包含此功能。'])

    await admin.post('/api/account/roles', role({ roleCode: 'HELPER', roleName: '角色助理', permissions: ['authority.roles.create'] }))
    await admin.put('/api/account/users', user({ userName: 'helper01', roles: ['HELPER'] }))
    const helper = await signInFresh('helper01')
    const given = await helper.post('/api/account/roles', role({ permissions: ['company.companies.view'] }))
    expect([given.statusCode, given.body]).toEqual([409, '不可授予自己沒有的權限。'])
    expect((await helper.post('/api/account/roles', role({ permissions: ['authority.roles.view'] }))).statusCode).toBe(201)
    expect((await helper.get('/api/account/users/0/25')).statusCode).toBe(403)
  })

  it('roles of the system and of users are not deleted', async () => {
    const system = await findRole('OPS')
    expect((await admin.delete(`/api/account/roles/${system.id}`)).body).toBe('系統預設角色不可刪除。')
    const used = await findRole('HELPER')
    expect(used.userCount).toBe(1)
    expect((await admin.delete(`/api/account/roles/${used.id}`)).body).toBe('此角色尚有使用者，無法刪除。')
  })

  it('send their users to sign in again when their permissions change', async () => {
    const auditor = await signIn(server, 'aud01')
    const { id } = await findRole('AUD')
    const { rowVersion, permissions } = (await admin.get(`/api/account/roles/${id}`)).json<{ rowVersion: number; permissions: string[] }>()
    const fewer = permissions.filter((permission) => !permission.startsWith('logs.'))
    expect((await admin.put(`/api/account/roles/${id}`, { rowVersion, permissions: fewer })).statusCode).toBe(200)
    expect((await auditor.get('/api/account/users/me/functions')).statusCode).toBe(401)
    expect((await postRefresh(server, auditor.refreshToken)).statusCode).toBe(400)
    expect((await signIn(server, 'aud01')).claims.permission).not.toContain('logs.activitylog.view')
  })
})

/** Signs in with the initial password and changes it, as a new user has to. */
async function signInFresh(userName: string): Promise<TestSession> {
  const first = sessionOf(server, await postPassword(server, userName, 'Kx9-mountain'))
  const change = { currentPassword: 'Kx9-mountain', newPassword: 'Kx9-mountains', confirmPassword: 'Kx9-mountains' }
  await first.put(`/api/account/users/updatepassword/${first.claims.sub}`, change)
  return signIn(server, userName, 'Kx9-mountains')
}

describe('users', () => {
  it('users are created by PUT, and must change their first password', async () => {
    const answer = await admin.put('/api/account/users', user())
    expect([answer.statusCode, answer.headers['x-message-code']]).toEqual([201, 'M01'])
    expect(answer.json()).toMatchObject({ userName: 'clerk01', status: '1', roles: ['CS'] })
    expect(answer.body).not.toMatch(/Kx9|argon2/)
    const session = sessionOf(server, await postPassword(server, 'clerk01', 'Kx9-mountain'))
    expect(JSON.parse(String(session.claims.configuration)).askedChangePassword).toBe(true)
    expect((await signInFresh('clerk01')).claims.permission).toContain('company.companies.view')
  })

  it('get a mailed password when none is given', async () => {
    const { initialPassword, ...rest } = user({ userName: 'clerk02', email: 'clerk02@example.com' })
    expect(initialPassword).toBeDefined()
    expect((await admin.put('/api/account/users', rest)).statusCode).toBe(201)
    const [mail] = await writtenMails(server, { to: 'clerk02@example.com' })
    const password = /初始密碼：(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await postPassword(server, 'clerk02', password)).statusCode).toBe(200)
  })

  it('refuse what the rules of the form refuse', async () => {
    expect((await admin.put('/api/account/users', user({ userName: 'CLERK01' }))).statusCode).toBe(409)
    expect((await admin.put('/api/account/users', user({ userName: 'a!b c' }))).json()).toHaveProperty('userName')
    expect((await admin.put('/api/account/users', user({ userName: 'clerk03', initialPassword: 'weak' }))).json()).toEqual({
      initialPassword: '密碼須為10至64碼，且含大寫、小寫、數字、符號至少三種。',
    })
    expect((await admin.put('/api/account/users', user({ userName: 'clerk03', roles: ['MER'] }))).json()).toHaveProperty('roles')
    expect((await admin.put('/api/account/users', user({ userName: 'clerk03', userType: '2', roles: ['MER'] }))).json()).toHaveProperty(
      'companyNo',
    )
    expect((await admin.put('/api/account/users', user({ userName: 'clerk03', status: '2' }))).statusCode).toBe(400)
  })

  it('users cannot change their own roles, nor delete or disable themselves', async () => {
    const { id, rowVersion } = await findUser('admin')
    expect((await admin.put(`/api/account/users/${id}`, { rowVersion, roles: ['SYS', 'OPS'] })).body).toBe('不可變更自己的角色。')
    expect((await admin.delete(`/api/account/users/${id}`)).body).toBe('不可刪除自己的帳號。')
    expect((await admin.put(`/api/account/users/${id}`, { rowVersion, isEnabled: false })).body).toBe('不可停用自己的帳號。')
  })

  it('lose their sessions when they are disabled or get other roles, and none by a new name', async () => {
    const session = await signIn(server, 'ops02')
    let { id, rowVersion } = await findUser('ops02')
    expect((await admin.put(`/api/account/users/${id}`, { rowVersion, fullName: '林志豪二' })).statusCode).toBe(200)
    expect((await session.get('/api/account/users/me/functions')).statusCode).toBe(401)
    const refreshed = sessionOf(server, await postRefresh(server, session.refreshToken))
    expect(refreshed.claims.fullname).toBe('林志豪二')

    rowVersion = (await findUser('ops02')).rowVersion
    expect((await admin.put(`/api/account/users/${id}`, { rowVersion, isEnabled: false })).json()).toMatchObject({ status: '0' })
    expect((await refreshed.get('/api/account/users/me/functions')).statusCode).toBe(423)
    ;({ id, rowVersion } = await findUser('ops02'))
    expect((await admin.put(`/api/account/users/${id}`, { rowVersion, isEnabled: true, roles: ['CS'] })).statusCode).toBe(200)
    expect((await refreshed.get('/api/account/users/me/functions')).statusCode).toBe(401)
  })

  it('users are unlocked by an administrator, with a new count', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await postPassword(server, 'fin02', 'wrong')
    const locked = await findUser('fin02')
    expect(locked.status).toBe('2')
    const answer = await admin.post(`/api/account/users/${locked.id}/unlock`, { rowVersion: locked.rowVersion })
    expect([answer.statusCode, answer.json().status]).toEqual([200, '1'])
    expect((await postPassword(server, 'fin02', 'wrong')).json().err).toBe('1')
  })

  it('disappear when deleted, and their names stay taken', async () => {
    const { id } = await findUser('clerk02')
    expect((await admin.delete(`/api/account/users/${id}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/account/users/${id}`)).statusCode).toBe(404)
    expect((await admin.put('/api/account/users', user({ userName: 'clerk02' }))).statusCode).toBe(409)
  })
})

describe('import of users', () => {
  const upload = async (rows: readonly (readonly string[])[]) => postFile(admin, '/api/account/importUsers', await workbookOf(rows))
  const headings = ['帳號', '姓名', '電子郵件', '使用者類型', '角色']
  const countUsers = async () => (await admin.get('/api/account/users/0/5')).json<{ totalCount: number }>().totalCount

  it('offers an example file with these headings', async () => {
    const answer = await admin.get('/api/account/download/excel')
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const sheet = strFromU8(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    for (const heading of headings) expect(sheet).toContain(heading)
  })

  it('checks every row and saves nothing', async () => {
    const before = await countUsers()
    const answer = await upload([
      headings,
      ['imp01', '一號', 'imp01@example.com', '平台人員', 'OPS'],
      ['admin', '二號', 'imp02@example.com', '平台人員', 'OPS'],
      ['imp03', '三號', 'not-an-address', '平台人員', 'MER'],
      ['imp01', '四號', 'imp04@example.com', '平台人員', 'OPS'],
    ])
    expect(answer.statusCode).toBe(200)
    const { rows, errors } = answer.json<{ rows: object[]; errors: { row: number; message: string }[] }>()
    expect(rows).toHaveLength(4)
    expect(errors.map((error) => error.row)).toEqual([3, 4, 5])
    expect(await countUsers()).toBe(before)
  })

  it('creates all checked rows or none', async () => {
    const before = await countUsers()
    const checked = await upload([
      headings,
      ['imp01', '一號', 'imp01@example.com', '平台人員', 'OPS,CS'],
      ['imp02', '二號', 'imp02@example.com', '平台人員', 'CS'],
    ])
    const { rows, errors } = checked.json<{ rows: object[]; errors: object[] }>()
    expect(errors).toEqual([])
    const bad = await admin.post('/api/account/createUsers', { rows: [...rows, { ...rows[0], userName: 'admin' }] })
    expect([bad.statusCode, bad.body.split('\n')[0]]).toEqual([400, '匯入失敗，請修正下列錯誤：'])
    expect(bad.body).toContain('第 4 列：')
    expect(await countUsers()).toBe(before)
    expect((await admin.post('/api/account/createUsers', { rows })).statusCode).toBe(201)
    expect(await countUsers()).toBe(before + 2)
  })

  it('refuses files with other headings, and what is no .xlsx', async () => {
    expect(
      (
        await upload([
          ['帳號', '密語'],
          ['a', 'b'],
        ])
      ).body,
    ).toContain('密語')
    expect((await upload([['帳號'], ['a']])).body).toContain('缺少欄位')
  })
})

describe('GET /api/account/retail_store/reward_point_name', () => {
  it('gives the settings of a merchant', async () => {
    const answer = await admin.get('/api/account/retail_store/reward_point_name?companyNo=C000101')
    expect(answer.statusCode).toBe(200)
    expect(Array.isArray(answer.json())).toBe(true)
    const merchant = await signIn(server, 'mer01')
    expect((await merchant.get('/api/account/retail_store/reward_point_name?companyNo=C000102')).json()).toEqual([])
  })
})
