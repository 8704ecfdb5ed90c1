import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import { filterOps } from '../../src/language/documents/vocabulary.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { maskCard } from '../../src/rules/masks.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { permissionsOf, sendCall } from './routeWalk.ts'

/** Merchants, roles that see only masked values, and one that may unmask with a reason. */
const people = ['mer01', 'mer02', 'ops01', 'mkt01', 'cs01'] as const

let server: TestServer
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  for (const name of people) sessions.set(name, await signIn(server, name))
})
afterAll(() => server.close())

/** Every screen with users who may open it; a new screen is tested without being named here. */
function openScreens(): readonly (readonly [who: string, session: TestSession, screen: ResolvedScreen])[] {
  const screens = [...server.app.documents.current().screens.values()]
  return [...sessions].flatMap(([who, session]) => {
    const permissions = permissionsOf(session)
    return screens.filter((screen) => permissions.has(`${screen.resource}.view`)).map((screen) => [who, session, screen] as const)
  })
}

const entityOf = (screen: ResolvedScreen) => server.app.documents.entity(screen.entity.name) as Entity

const maskedFields = (entity: Entity) =>
  Object.entries(entity.properties).flatMap(([name, property]) => (property['x-mask'] === undefined ? [] : [name]))

/** `field=` or `field.eq=` for a filter that the document offers to some users. */
const isLookup = ({ list }: ResolvedScreen, name = '') =>
  list.filters.some(({ field, lookup }) => lookup && [field, `${field}.eq`].includes(name))

/** A value of some row; an invented one when the demo data has none. */
async function storedValue(entity: Entity, field: string): Promise<string> {
  const made = { mobile: '0912345678', cardNo: '8802123412341234' }[field] ?? '880000000013'
  if (entity.table === undefined) return made
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const { rows } = await sql<{ value: string }>`
    select ${sql.id(column)}::text as value from ${sql.table(entity.view ?? entity.table)} where ${sql.id(column)} is not null limit 1
  `.execute(server.database.db)
  return rows[0]?.value ?? made
}

/** Filters that a list needs before it shows anything: its date range, and a company or member. */
function sight({ list }: ResolvedScreen): URLSearchParams {
  const today = taipeiDate(new Date())
  const params = new URLSearchParams()
  for (const { field, op, required, maxDays = 92 } of list.filters) {
    if (op !== 'between' || !(required || list.needs?.fields.includes(field))) continue
    params.set(`${field}From`, addDays(today, 1 - maxDays))
    params.set(`${field}To`, today)
  }
  if (list.needs?.fields.includes('companyNo')) params.set('companyNo', 'C000101')
  return params
}

/** Every call of a screen that accepts the filters of its list. */
function asks(screen: ResolvedScreen, session: TestSession) {
  const { list, export: file, report, bulk } = screen.api
  const get = (path: string) => (params: URLSearchParams) => session.get(`${path}?${params}`)
  const page = { pageIndex: 0, pageSize: 5 }
  const listed = (params: URLSearchParams) => {
    const path = list.method === 'GET' ? `${list.path}?${params}` : list.path
    return sendCall(session, { ...list, path }, page, { ...page, filters: Object.fromEntries(params) })
  }
  const permissions = permissionsOf(session)
  const cut = server.app.documents.restricted(screen, { permissions, readableCompanyNos: null } as never)
  const [first] = cut.list.bulkActions
  return {
    list: listed,
    ...(permissions.has(`${screen.resource}.export`) && {
      export: (params: URLSearchParams) => get(file.path)(new URLSearchParams([...params, ['format', 'csv']])),
    }),
    ...(screen.report && { report: get(report.path) }),
    ...(first !== undefined && {
      bulk: (params: URLSearchParams) => session.post(bulk.path.replace('{transition}', first), { query: params.toString() }),
    }),
  }
}

/** Filters on a masked field that would reveal a part of its value, or test many values at once. */
function attacks(field: string, whole: string): readonly [string, string][][] {
  const part = Array.from(whole).slice(1, -1).join('')
  const first = Array.from(whole).slice(0, 2).join('')
  const parts = [part, first, '%', '_'.repeat(whole.length)]
  const byOperator = filterOps.filter((op) => op !== 'eq').map((op) => [[`${field}.${op}`, whole]] as [string, string][])
  return [
    ...parts.map((text) => [[field, text]] as [string, string][]),
    ...parts.map((text) => [[`${field}.eq`, text]] as [string, string][]),
    ...parts.map((text) => [[`${field}.contains`, text]] as [string, string][]),
    ...byOperator,
    [[`${field}From`, first]],
    [[`${field}To`, whole]],
    [
      [field, whole],
      [field, `${first}0`],
    ],
    [['sort', `${field}.asc`]],
    [['sort', `-${field}`]],
    [['group', field]],
  ]
}

describe('a masked field', () => {
  it.runIf(runsOnce())(
    'a masked field is not asked for by a part, a range, a list or an order, on any screen by anybody',
    async () => {
      const answered: string[] = []
      let tried = 0
      for (const [who, session, screen] of openScreens()) {
        for (const field of maskedFields(entityOf(screen))) {
          const whole = await storedValue(entityOf(screen), field)
          for (const [call, ask] of Object.entries(asks(screen, session))) {
            for (const attack of attacks(field, whole)) {
              if (attack[0]?.[0] === 'group' && call !== 'report') continue
              const { statusCode, body } = await ask(new URLSearchParams([...sight(screen), ...attack]))
              tried += 1
              // A part that has the form of a complete value (a name, a card number) is treated as one: the list shows no rows.
              const isWhole = statusCode === 200 && attack.length === 1 && isLookup(screen, attack[0]?.[0])
              const isNobodys = isWhole && (call !== 'list' || (JSON.parse(body) as { totalCount: number }).totalCount === 0)
              if (statusCode !== 400 && !isNobodys) answered.push(`${who} ${screen.uri} ${call} ${JSON.stringify(attack)}: ${statusCode}`)
            }
          }
        }
      }
      expect(tried).toBeGreaterThan(500)
      expect(answered).toEqual([])
    },
    120_000,
  )

  it('a masked field is found by no word of the search box', async () => {
    for (const [who, session, screen] of openScreens()) {
      if (screen.list.searchTitles.length === 0) continue
      for (const field of maskedFields(entityOf(screen))) {
        const whole = await storedValue(entityOf(screen), field)
        for (const word of [whole, Array.from(whole).slice(1, -1).join('')]) {
          const answer = await asks(screen, session).list(new URLSearchParams([...sight(screen), ['search', word]]))
          expect([who, screen.uri, field, answer.statusCode, answer.json().totalCount]).toEqual([who, screen.uri, field, 200, 0])
        }
      }
    }
  })

  it('a masked field is looked up by a whole value where the document names the person, and by no merchant', async () => {
    const seen: string[] = []
    for (const [who, session, screen] of openScreens()) {
      for (const field of maskedFields(entityOf(screen))) {
        const whole = await storedValue(entityOf(screen), field)
        const { statusCode } = await asks(screen, session).list(new URLSearchParams([...sight(screen), [field, whole]]))
        const lookup = screen.list.filters.find((filter) => filter.field === field)?.lookup
        const isNamed = lookup !== undefined && permissionsOf(session).has(lookup.permission) && !who.startsWith('mer')
        expect([who, screen.uri, field, statusCode]).toEqual([who, screen.uri, field, isNamed ? 200 : 400])
        if (isNamed) seen.push(`${who} ${field}`)
      }
    }
    expect(seen).toEqual(expect.arrayContaining(['cs01 memberNo', 'cs01 mobile', 'cs01 cardNo', 'ops01 memberNo']))
  })
})

/** Values that must not appear in clear without a reason given. */
async function secrets(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ value: string | null }>`
    select member_no as value from member union select mobile from member union select email from member
    union select card_no from member_card union select bank_account from company
    union select recipient_mobile from exchange_line
    union (select recipient_email from exchange_line
      except select email from app_user except select contact_email from corporate_member)
  `.execute(server.database.db)
  return new Set(rows.flatMap(({ value }) => (value === null || value === '' ? [] : [value])))
}

const words = /[\w.+-]+@[\w.-]+|\d{7,}/g

describe('an answer', () => {
  it.runIf(runsOnce())(
    'tells no masked value in clear: list, export, record, history, child list or report',
    async () => {
      const hidden = await secrets()
      const told = new Set<string>()
      const look = (place: string, body: string) => {
        for (const [word] of body.matchAll(words)) if (hidden.has(word)) told.add(`${place}: ${word}`)
      }
      for (const [who, session, screen] of openScreens()) {
        const place = (name: string) => `${who} ${screen.uri} ${name}`
        const conditions = sight(screen)
        if (screen.list.needs?.fields.includes('memberNo')) {
          const { rows } = await sql<{ id: string }>`select id from member order by member_no limit 1`.execute(server.database.db)
          conditions.set('memberId', String(rows[0]?.id))
        }
        for (const [call, ask] of Object.entries(asks(screen, session))) {
          if (call === 'bulk') continue
          const answer = await ask(conditions)
          expect([place(call), answer.statusCode]).toEqual([place(call), 200])
          look(place(call), answer.body)
          if (call !== 'list') continue
          for (const { id } of answer.json<{ rows: { id: number }[] }>().rows.slice(0, 2)) {
            for (const verb of ['get', 'history'] as const) look(place(verb), (await sendCall(session, screen.api[verb], { id })).body)
            for (const child of Object.keys(screen.children))
              look(place(child), (await sendCall(session, screen.api.children, { id, child })).body)
          }
        }
      }
      expect([...told].sort()).toEqual([])
    },
    120_000,
  )
})

interface LogLine {
  readonly action: string
  readonly entity: string | null
  readonly entityId: string | null
}

/** Lines of 使用者操作紀錄 about personal data. */
async function revealLines(userName: string): Promise<readonly LogLine[]> {
  const { rows } = await sql<LogLine>`
    select action, entity, entity_id as "entityId" from user_action_log where user_action_type = '11' and user_name = ${userName}
  `.execute(server.database.db)
  return rows
}

async function someMembers(count: number) {
  const { rows } = await sql<{ id: string; memberNo: string; mobile: string }>`
    select id, member_no, mobile from member order by member_no limit ${count}
  `.execute(server.database.db)
  return rows
}

const members = '/api/points/member_point_history/0/5'

describe('looking up a whole value', () => {
  it('looking up a whole value leaves one line without the value, and none for the pages and orders of what was found', async () => {
    const session = await signIn(server, 'fm01')
    const [member] = await someMembers(1)
    expect(await revealLines('fm01')).toEqual([])
    for (const more of ['', '&sort=postedAt.asc', '&sort=postedAt.desc']) {
      expect((await session.get(`${members}?mobile=${member?.mobile}${more}`)).statusCode).toBe(200)
    }
    expect(await revealLines('fm01')).toEqual([{ action: '以完整的手機查詢會員點數歷程', entity: 'memberPointHistory', entityId: null }])
    const { rows: kept } = await sql<{ text: string }>`select encode(value_hash, 'escape') as text from masked_lookup`.execute(
      server.database.db,
    )
    expect(kept.some(({ text }) => text.includes(String(member?.mobile)))).toBe(false)
  })

  it('looking up a whole value ends after thirty different values in an hour, also when they are asked for at once, and says when to go on', async () => {
    const session = await signIn(server, 'fin01')
    const numbers = (await someMembers(40)).map(({ memberNo }) => memberNo)
    const answers = await Promise.all(numbers.map((memberNo) => session.get(`${members}?memberNo=${memberNo}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(10)
    expect([refused[0]?.body, refused[0]?.headers['retry-after']]).toEqual([
      '一小時內最多以 30 個不同的完整資料查詢個資，請稍後再試。',
      '3600',
    ])
    expect((await revealLines('fin01')).filter(({ action }) => action.includes('已達上限'))).toHaveLength(10)
    const known = numbers[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect((await session.get(`${members}?memberNo=${known}`)).statusCode).toBe(200)
    await sql`update masked_lookup set asked_at = asked_at - interval '61 minutes' where user_name = 'fin01'`.execute(server.database.db)
    expect((await session.get(`${members}?mobile=0900000000`)).statusCode).toBe(200)
  })
})

describe('an adjustment sheet', () => {
  const sheets = '/api/points/adjustmentslist'
  const draft = { adjustKind: '1', reasonCode: '101', costBearer: '1', companyNo: 'C000101', description: '補點' }
  const businessDate = taipeiDate(new Date())

  it('shows its members masked, keeps them through edits and copies, and tells them for a reason to who may unmask', async () => {
    const ops = sessions.get('ops01') as TestSession
    const cs = sessions.get('cs01') as TestSession
    const [first, second] = await someMembers(2)
    const lines = [{ memberNo: first?.memberNo, points: 10 }]
    const made = (await ops.post(sheets, { ...draft, businessDate, lines })).json<{ id: number; rowVersion: number; lines: object[] }>()
    expect(made.lines).toMatchObject([{ memberNo: maskCard(String(first?.memberNo)), points: 10 }])
    const shown = (await ops.get(`${sheets}/${made.id}`)).json<{ lines: object[]; memberId: string; rowVersion: number }>()
    const edited = [...shown.lines.map((line) => ({ ...line, points: 20 })), { memberNo: second?.memberNo, points: 5 }]
    const answer = await ops.put(`${sheets}/${made.id}`, { rowVersion: shown.rowVersion, lines: edited })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    expect((await storedLines(made.id)).map(({ memberNo, points }) => [memberNo, points])).toEqual([
      [first?.memberNo, 20],
      [second?.memberNo, 5],
    ])
    const copied = await ops.post(sheets, { ...draft, businessDate, lines: answer.json<{ lines: object[] }>().lines })
    expect((await storedLines(copied.json<{ id: number }>().id)).map(({ memberNo }) => memberNo)).toEqual([
      first?.memberNo,
      second?.memberNo,
    ])
    const typed = await ops.post(sheets, { ...draft, businessDate, lines: [{ memberNo: maskCard(String(first?.memberNo)), points: 1 }] })
    expect([typed.statusCode, typed.json()]).toEqual([400, { 'lines.0.memberNo': '第 1 列請輸入完整的會員編號' }])

    const reveal = `${sheets}/${made.id}/reveal_members`
    expect((await ops.post(reveal, { reason: '核對' })).statusCode).toBe(403)
    expect((await cs.post(reveal, { reason: '' })).statusCode).toBe(400)
    const told = await cs.post(reveal, { reason: '會員來電核對' })
    expect(told.json()).toMatchObject({ members: { rows: [{ memberNo: first?.memberNo }, { memberNo: second?.memberNo }] } })
    const [line] = (await revealLines('cs01')).filter(({ entity }) => entity === 'adjustmentSheet')
    expect(line).toMatchObject({ entityId: String(made.id), action: expect.stringContaining('會員來電核對') })
    expect(line?.action).not.toContain(first?.memberNo)
  })

  it('an adjustment sheet does not tell whose a transaction is by trying members', async () => {
    const session = await signIn(server, 'fin02')
    const tried = await someMembers(40)
    const { rows } = await sql<{ transactionNo: string }>`
      select transaction_no from point_transaction where member_no = ${tried.at(-1)?.memberNo} limit 1`.execute(server.database.db)
    const originalTransactionNo = rows[0]?.transactionNo
    const line = (memberNo?: string) => ({ memberNo, points: 1, originalTransactionNo })
    const twice = await session.post(sheets, { ...draft, businessDate, lines: [line(tried[0]?.memberNo), line(tried.at(-1)?.memberNo)] })
    expect([twice.statusCode, twice.json()]).toEqual([
      400,
      expect.objectContaining({ 'lines.1.originalTransactionNo': '第 2 列原交易編號重複。' }),
    ])
    const statuses: number[] = []
    for (const { memberNo } of tried.slice(0, -1)) {
      statuses.push((await session.post(sheets, { ...draft, businessDate, lines: [line(memberNo)] })).statusCode)
    }
    expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([30, 429])
  })
})

async function storedLines(id: number): Promise<readonly { memberNo: string; points: number }[]> {
  const { rows } = await sql<{
    lines: { memberNo: string; points: number }[]
  }>`select lines from adjustment_sheet where id = ${id}`.execute(server.database.db)
  return rows[0]?.lines ?? []
}

describe('the member of a warning', () => {
  it('the member of a warning is opened without its number by who may see members, and by no merchant', async () => {
    const places = ['/api/warning/warning_transaction', '/api/points/contractor_point_history']
    for (const place of places) {
      const conditions = place.endsWith('history')
        ? `?${sight(server.app.documents.screen('/_points/contractor_point_history') as ResolvedScreen)}`
        : ''
      const own = (await (sessions.get('mer01') as TestSession).get(`${place}/0/5${conditions}`)).json<{ rows: object[] }>().rows
      expect(own.length).toBeGreaterThan(0)
      for (const row of own) expect(row).not.toHaveProperty('memberId')
      const session = sessions.get('cs01') as TestSession
      const { rows } = (await session.get(`${place}/0/5${conditions}`)).json<{ rows: { memberId: string | null; memberNo: string }[] }>()
      const row = rows.find(({ memberId }) => memberId !== null)
      const opened = (await session.get(`${members}?memberId=${row?.memberId}`)).json<{ head: { memberNo: string } }>()
      expect(opened.head.memberNo).toBe(row?.memberNo)
      expect(opened.head.memberNo).toContain('*')
    }
  })
})
