import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { isXmlText } from '../../src/rules/text.ts'
import { json } from '../../src/server/platform/database/json.ts'
import { cleanStoredRichText } from '../../src/server/records/richText/cleanStored.ts'
import { cleanHtml } from '../../src/server/records/richText/html.ts'
import { holdsRichText } from '../../src/server/records/richText/richText.ts'
import payloads from '../../src/server/records/testing/xssPayloads.json'
import { writtenMails } from '../support/mails.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { fill, permissionsOf } from './routeWalk.ts'
import type { Row } from './rows.ts'

let server: TestServer
let writers: readonly TestSession[]
const db = () => server.database.db

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  writers = await Promise.all(['mkt01', 'ops01', 'fm01', 'admin'].map((account) => signIn(server, account)))
})
afterAll(() => server.close())

interface HtmlField {
  readonly screen: ResolvedScreen
  readonly field: string
  readonly table: string
  readonly column: string
}

/** Every field declared as HTML, with a screen that can edit it. */
function htmlFields(): readonly HtmlField[] {
  const { screens, entities } = server.app.documents.current()
  return [...entities.values()].flatMap((entity) =>
    Object.entries(entity.properties)
      .filter(([, property]) => holdsRichText(property))
      .map(([field]) => {
        const screen = [...screens.values()].find((one) => one.entity.name === entity.name && one.forms.edit !== undefined)
        if (!screen || entity.table === undefined)
          throw new Error(`no screen edits ${entity.name}.${field}: this test must learn how it is written`)
        return { screen, field, table: entity.table, column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }
      }),
  )
}

/** Records that the test needs where the demo data has none in an editable state. */
const drafts: Readonly<Record<string, object>> = {
  '/_exchange_cms/exchange_cms_redirect': { contentType: '4', title: '注意事項', body: '<p>草稿</p>', displayOrder: 9, version: '2099.1' },
}

async function editable({ screen, field }: HtmlField): Promise<{ readonly session: TestSession; readonly row: Row }> {
  for (const session of writers.filter((one) => permissionsOf(one).has(`${screen.resource}.edit`))) {
    const draft = drafts[screen.uri]
    if (draft) await session.post(fill(screen.api.create.path), draft)
    const { rows } = (await session.get(fill(screen.api.list.path, { pageSize: 100 }))).json<{ rows: Row[] }>()
    for (const row of rows) {
      const answer = await session.put(fill(screen.api.update.path, { id: row.id }), { rowVersion: row.rowVersion, [field]: '<p>原文</p>' })
      if (answer.statusCode === 200) return { session, row: answer.json<Row>() }
    }
  }
  throw new Error(`no row of ${screen.uri} can be edited`)
}

describe.runIf(runsOnce())('every HTML field', () => {
  it('every HTML field is known to this test', () => {
    expect(htmlFields().map(({ screen, field }) => `${screen.uri} ${field}`)).toEqual([
      '/_announcement/announcements content',
      '/_exchange_cms/exchange_cms_redirect body',
      '/_coupon/coupon_batch terms',
    ])
  })

  it(`stores nothing of ${payloads.length} known attacks`, async () => {
    for (const place of htmlFields()) {
      const { session, row } = await editable(place)
      let { rowVersion } = row
      for (const { html } of payloads) {
        const answer = await session.put(fill(place.screen.api.update.path, { id: row.id }), { rowVersion, [place.field]: html })
        // Refused when nothing is left of a required text, and for characters that XML does not allow.
        if (answer.statusCode === 400) expect([html, cleanHtml(html) === '' || !isXmlText(html)]).toEqual([html, true])
        else expect([html, answer.statusCode]).toEqual([html, 200])
        if (answer.statusCode !== 200) continue
        const stored = answer.json<Row>()
        rowVersion = stored.rowVersion
        expect([html, stored[place.field] ?? '']).toEqual([html, cleanHtml(html)])
      }
      const { rows } = await sql<{
        value: string | null
      }>`select ${sql.ref(place.column)} as value from ${sql.table(place.table)} where id = ${row.id}`.execute(db())
      expect(rows[0]?.value ?? '').toBe(cleanHtml(rows[0]?.value ?? ''))
    }
  })

  it('says what is too much', async () => {
    for (const place of htmlFields()) {
      const { session, row } = await editable(place)
      const put = async (html: string) =>
        (await session.put(fill(place.screen.api.update.path, { id: row.id }), { rowVersion: row.rowVersion, [place.field]: html })).json()
      const title = server.app.documents.current().entities.get(place.screen.entity.name)?.properties[place.field]?.title
      expect(await put('<b>'.repeat(101))).toEqual({ [place.field]: `${title} 格式不可超過 100 層，請清除格式後再試` })
      expect(await put('x'.repeat(100_001))).toEqual({ [place.field]: `${title} 不可超過 100000 字（含格式標記），請縮短內容` })
    }
  })
})

describe('mails', () => {
  it('show as text what people typed', async () => {
    const admin = writers[3] as TestSession
    const fullName = '<img src=x onerror=ran()><xmp><script>ran()'
    const user = { userName: 'marked01', fullName, email: 'marked01@example.com', userType: '1', roles: ['CS'], isEnabled: true }
    expect((await admin.put('/api/account/users', user)).statusCode).toBe(201)
    const [mail] = await writtenMails(server, { to: user.email })
    expect(mail?.html).toContain('&lt;img src=x onerror=ran()&gt;')
    expect(mail?.html).not.toMatch(/<(img|xmp|script)/)
  })
})

describe('what was stored before', () => {
  const dirty = '<p>甲</p><xmp><img src=x onerror=ran()></xmp>'
  const entities = () => server.app.documents.current().entities.values()
  const clean = (signal = new AbortController().signal) => cleanStoredRichText(db(), entities(), signal)
  const left = async () => {
    const counts = htmlFields().map(
      ({ table, column }) => sql`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} like '%onerror%'`,
    )
    return Promise.all(
      counts.map(async (statement) => Number((await statement.execute(db())).rows.map((row) => (row as { n: number }).n)[0])),
    )
  }

  it('what was stored before is cleaned once, from where it was stopped, with a line in the log', async () => {
    for (const { table, column } of htmlFields()) await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${dirty}`.execute(db())
    const { rows } = await sql<{ id: number }>`select id from coupon_batch order by id limit 1`.execute(db())
    const lines = [
      { field: 'terms', title: '注意事項', before: '', after: '', value: dirty },
      { field: 'couponName', title: '名稱', before: '', after: '', value: dirty },
    ]
    await sql`insert into change_request (change_no, entity, record_id, record_label, changes, effective_date, submitted_by, submitted_at)
      values ('R2099', 'couponBatch', ${rows[0]?.id}, 'x', ${json(lines)}, now(), 'x', now())`.execute(db())
    const stopped = new AbortController()
    stopped.abort()
    await clean(stopped.signal)
    expect((await left()).every((count) => count > 0)).toBe(true)
    const before = (await left()).reduce((sum, count) => sum + count, 0)

    expect(await clean()).toEqual({ changed: before + 1 })
    expect(await left()).toEqual([0, 0, 0])
    const contents = await sql<{ content: string }>`select distinct content from announcement`.execute(db())
    expect(contents.rows).toEqual([{ content: '<p>甲</p>' }])
    const request = await sql<{ changes: { value: string }[] }>`select changes from change_request where change_no = 'R2099'`.execute(db())
    // Plain text is not parsed as markup and stays unchanged.
    expect(request.rows[0]?.changes.map(({ value }) => value)).toEqual(['<p>甲</p>', dirty])
    const log = await sql<{
      action: string
    }>`select action from user_action_log where action like '清理不安全的格式文字%' order by action`.execute(db())
    expect(log.rows.map(({ action }) => action.replace(/\d+/, 'n'))).toEqual(
      expect.arrayContaining(['清理不安全的格式文字 公告的內容 n 筆', '清理不安全的格式文字 待審變更 n 筆']),
    )
    expect(await clean()).toBeNull()
  })

  it('what was stored before is cleaned by a job of the server', async () => {
    await sql`delete from html_cleaning`.execute(db())
    await sql`update announcement set content = ${dirty}`.execute(db())
    await server.app.jobs.enqueue(db(), 'records.cleanRichText')
    await server.app.jobs.runDue()
    expect((await left())[0]).toBe(0)
  })
})
