import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../platform/database/transact.ts'
import { ApiError } from '../platform/errors.ts'
import type { RecordValues } from './hooks.ts'
import { actorOf, callBy, merchantOf, now, openSampleEngine, queryOf, type SampleEngine } from './testing/sampleEngine.ts'

const maker = actorOf('maker')
const checker = actorOf('checker')

describe.each(['table', 'document'] as const)('records in a %s', (kind) => {
  let sample: SampleEngine
  let numbers = 0
  /** Number of following submissions that fail with a deadlock. */
  let deadlocks = 0

  beforeAll(async () => {
    sample = await openSampleEngine(kind)
    sample.addHooks({
      extraInput: ['greeting'],
      beforeCreate: (_context, input) => ({ sampleNo: `S${String(++numbers).padStart(4, '0')}`, ...input }),
      transitions: {
        submit: ({ extra, notice }, record) => {
          if (extra.greeting !== undefined) notice(`${extra.greeting}，已送審`)
          if (deadlocks-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
          return { reason: `${extra.greeting ?? record.sampleName} 送審` }
        },
      },
    })
  }, 180_000)
  afterAll(() => sample.close())
  beforeEach(() => sample.reset())

  const valuesOf = (changes: RecordValues = {}): RecordValues => ({
    companyNo: 'C000001',
    sampleName: `樣本${numbers}`,
    category: 'A',
    ...changes,
  })
  const add = (changes: RecordValues = {}, actor = maker) => sample.engine.create(callBy(sample, actor), valuesOf(changes))

  describe('create', () => {
    it('stores every kind of value and gives it back as the API speaks of it', async () => {
      const given = {
        points: 9_999_999_999,
        price: 1.25,
        isOpen: true,
        startDate: '2026-01-31',
        endDate: '2026-02-01',
        happenedAt: '2026-01-31T16:00:00.123Z',
        tags: ['甲', '乙'],
        lines: [{ lineName: '一', amount: 2 }],
      }
      const created = await add(given)
      expect(created).toMatchObject({ ...given, status: '1', rowVersion: 1, companyNo: 'C000001' })
      // The maker of a record does not get the approval button.
      expect(await sample.engine.get(callBy(sample, maker), created.id)).toEqual({ ...created, deniedActions: ['approve'] })
      const raw = await sample.engine.get(callBy(sample, maker, { screen: null }), created.id)
      expect(raw).toMatchObject({ createdBy: 'maker', createdAt: now.toISOString(), reason: null })
    })

    it('fills defaults and refuses what is missing, unknown, computed or of a wrong kind, by field', async () => {
      expect(await add()).toMatchObject({ points: 0, isOpen: true, price: null })
      await expectRefusal(add({ sampleName: '' }), 400, { sampleName: '名稱 必填' }, 'M05')
      await expectRefusal(add({ colour: 'red' }), 400, { colour: '未知的欄位「colour」' })
      await expectRefusal(add({ status: '3' }), 400, { status: '狀態 由系統產生，不可輸入' })
      const refused = { status: '狀態 由系統產生，不可輸入', colour: '未知的欄位「colour」', createdBy: '建立人員 由系統產生，不可輸入' }
      await expectRefusal(add({ status: '3', points: 'x', colour: 'red', createdBy: 'me' }), 400, refused)
      await expectRefusal(add({ points: 'x' }), 400, { points: '只能輸入整數' })
      await expectRefusal(add({ price: 1.234 }), 400, { price: '最多2位小數' })
      await expectRefusal(add({ category: 'Z' }), 400, { category: '類別 格式錯誤' })
      await expectRefusal(add({ isOpen: false }), 400, { reason: '事由 必填' }, 'M05')
      await expectRefusal(add({ startDate: '2026-02-01', endDate: '2026-02-01' }), 400, { endDate: 'date must be greater than 2026-02-01' })
      await expectRefusal(add({ lines: [{ amount: 0 }] }), 400, { 'lines.0.lineName': '項目 必填', 'lines.0.amount': '最小值1' })
      await expectRefusal(add({ lines: [{ lineName: 'a', other: 1 }] }), 400)
      await expectRefusal(add({ sampleName: 'a\u0000b' }), 400, '有不合法字串')
    })

    it('cleans rich text', async () => {
      const created = await add({ content: '<p onclick="x()">好<script>alert(1)</script></p>' })
      expect(created.content).toBe('<p>好</p>')
    })

    it('refuses a value that exists, alone and together, naming the field', async () => {
      await add({ sampleName: '同名', startDate: '2026-01-01' })
      await expectRefusal(add({ sampleName: '同名' }), 409, { sampleName: '名稱 已存在，請重新輸入。' }, 'M07')
      await expectRefusal(add({ sampleName: '異名', startDate: '2026-01-01' }), 409, { startDate: '起日 已存在，請重新輸入。' }, 'M07')
      await add({ sampleName: '異名', startDate: '2026-01-01', companyNo: 'C000002' })
    })

    it('joins a transaction that the caller opened, and goes with it', async () => {
      const failed = transact(sample.db, async (trx) => {
        await sample.engine.create(callBy(sample, maker, { db: trx }), valuesOf({ sampleName: '不留' }))
        throw new Error('caller gave up')
      })
      await expect(failed).rejects.toThrow('caller gave up')
      expect((await sample.engine.list(callBy(sample, maker), queryOf())).totalCount).toBe(0)
    })
  })

  describe('update', () => {
    it('changes what was sent, clears null, keeps the rest and counts the version', async () => {
      const created = await add({ points: 5, tags: ['甲'], startDate: '2026-01-01' })
      const updated = await sample.engine.update(callBy(sample, checker), created.id, 1, { points: 6, startDate: null })
      expect(updated).toMatchObject({ points: 6, startDate: null, tags: ['甲'], rowVersion: 2 })
      expect(await sample.engine.get(callBy(sample, maker), created.id)).toEqual(updated)
    })

    it('refuses another version, a state that is not editable, and changed fixed fields; an unchanged one may come along', async () => {
      const created = await add({ points: 5 })
      const call = callBy(sample, maker)
      await expectRefusal(sample.engine.update(call, created.id, 2, { points: 6 }), 409, '資料已被其他人員修改，請重新查詢後再試。', 'M10')
      await expectRefusal(sample.engine.update(call, created.id, 1, { category: 'B' }), 400, { category: '類別 不可修改' })
      const echoed = await sample.engine.update(call, created.id, 1, { ...created, points: 7 })
      expect(echoed).toMatchObject({ points: 7, category: 'A', rowVersion: 2 })
      await sample.engine.transition(call, created.id, 'submit', { rowVersion: 2 })
      await expectRefusal(sample.engine.update(call, created.id, 3, { points: 8 }), 409, undefined, 'M09')
    })

    it('reads a text of one line as one, and leaves one alone that was stored with more and comes along unchanged', async () => {
      const created = await add({ sampleName: '甲\r\n乙\u200b', tags: ['一\t二'], lines: [{ lineName: '三\n四' }] })
      expect(created).toMatchObject({ sampleName: '甲 乙', tags: ['一 二'], lines: [{ lineName: '三 四' }] })
      const former = { sampleName: '丙\n丁', lines: [{ lineName: '五\n六' }] }
      await (kind === 'table'
        ? sql`update sample set sample_name = ${former.sampleName}, lines = ${JSON.stringify(former.lines)}::jsonb`
        : sql`update record_document set body = body || ${JSON.stringify(former)}::jsonb`
      ).execute(sample.db)
      const stored = await sample.engine.get(callBy(sample, maker), created.id)
      const updated = await sample.engine.update(callBy(sample, maker), created.id, 1, { ...stored, deniedActions: undefined, points: 7 })
      expect(updated).toMatchObject({ ...former, points: 7 })
    })

    it('refuses what no form of the screen fills in, all at once, and tells nobody whether a guess is right', async () => {
      const { id } = await add({ account: '0123456789', reason: '密', price: 3 })
      const { edit } = sample.screen.forms
      if (edit === undefined) throw new Error('the sample has no edit form')
      const fields = Object.fromEntries(Object.entries(edit.fields).filter(([name]) => name === 'sampleName'))
      const narrow = { ...sample.screen, forms: { edit: { ...edit, fields } } }
      const update = (changes: RecordValues) => sample.engine.update(callBy(sample, maker, { screen: narrow }), id, 1, changes)
      // The list shows the price, and the account masked; nothing shows the reason.
      const refused = { reason: '事由 不可修改', account: '帳號 不可修改' }
      await expectRefusal(update({ reason: '密', account: '0123456789', price: 3 }), 400, refused)
      await expectRefusal(update({ reason: '猜', account: '0000000000', price: 4 }), 400, { ...refused, price: '單價 不可修改' })
      expect(await update({ sampleName: '新名', account: '****6789', price: 3 })).toMatchObject({ sampleName: '新名', rowVersion: 2 })
    })

    it('shows personal data masked and takes the masked text back as unchanged', async () => {
      const created = await add({ account: '0123456789', secretKey: 'topsecret' })
      expect(created).toMatchObject({ account: '****6789', secretKey: '********' })
      await sample.engine.update(callBy(sample, maker), created.id, 1, { account: '****6789', secretKey: '********', points: 1 })
      const raw = await sample.engine.get(callBy(sample, maker, { screen: null }), created.id)
      expect(raw).toMatchObject({ account: '0123456789', secretKey: 'topsecret', points: 1 })
      const unmasking = actorOf('reader', { permissions: new Set([...maker.permissions, 'test.samples.unmask']) })
      const shown = await sample.engine.get(callBy(sample, unmasking), created.id)
      expect(shown).toMatchObject({ account: '0123456789', secretKey: '********' })
      const revealed = await sql<{ action: string }>`select action from user_action_log where user_action_type = '11'`.execute(sample.db)
      expect(revealed.rows.at(-1)?.action).toBe(`顯示樣本 ${created.sampleNo} 的帳號`)
      const listed = await sample.engine.list(callBy(sample, unmasking), queryOf())
      expect(listed.rows[0]?.account).toBe('****6789')
      const history = JSON.stringify(await sample.engine.history(callBy(sample, maker), created.id))
      expect(history).not.toMatch(/topsecret|0123456789/)
    })

    it('reveals masked columns of rows, but not the secrets beside them, which are kept when the rows come back', async () => {
      const { id } = await add({ devices: [{ mobile: '0912345678', pin: '4321' }] })
      const unmasking = actorOf('reader', { permissions: new Set([...maker.permissions, 'test.samples.unmask']) })
      const shown = await sample.engine.get(callBy(sample, unmasking), id)
      expect(shown.devices).toMatchObject([{ mobile: '0912345678', pin: '********' }])
      await sample.engine.update(callBy(sample, unmasking), id, 1, { devices: shown.devices, points: 1 })
      expect(await sample.engine.get(callBy(sample, maker, { screen: null }), id)).toMatchObject({
        devices: [{ mobile: '0912345678', pin: '4321' }],
        points: 1,
      })
    })

    it('frees a unique value that was given up', async () => {
      const first = await add({ sampleName: '甲名' })
      await sample.engine.update(callBy(sample, maker), first.id, 1, { sampleName: '乙名' })
      await add({ sampleName: '甲名' })
      await expectRefusal(add({ sampleName: '乙名' }), 409)
    })
  })

  describe('list', () => {
    beforeEach(async () => {
      await add({
        sampleName: 'Apple 100%',
        points: 10,
        price: 0.1,
        tags: ['甲'],
        startDate: '2026-01-01',
        happenedAt: '2026-01-31T15:59:59.999Z',
      })
      await add({
        sampleName: 'apricot',
        points: 20,
        price: 0.2,
        category: 'B',
        startDate: '2026-01-02',
        happenedAt: '2026-01-31T16:00:00.000Z',
      })
      await add({ sampleName: '香蕉', points: 20, isOpen: false, reason: '季節', companyNo: 'C000002', tags: ['甲', '乙'] })
    })
    const names = async (changes: Parameters<typeof queryOf>[0], actor = maker) =>
      (await sample.engine.list(callBy(sample, actor), queryOf(changes))).rows.map((row) => row.sampleName)

    it('filters by every op', async () => {
      expect(await names({ filters: [{ field: 'sampleName', op: 'contains', values: ['AP'] }] })).toEqual(['Apple 100%', 'apricot'])
      expect(await names({ filters: [{ field: 'sampleName', op: 'contains', values: ['%'] }] })).toEqual(['Apple 100%'])
      expect(await names({ filters: [{ field: 'points', op: 'gt', values: [10] }] })).toEqual(['apricot', '香蕉'])
      expect(await names({ filters: [{ field: 'category', op: 'in', values: ['B', 'C'] }] })).toEqual(['apricot'])
      expect(await names({ filters: [{ field: 'isOpen', op: 'eq', values: [false] }] })).toEqual(['香蕉'])
      expect(await names({ filters: [{ field: 'startDate', op: 'between', values: ['2026-01-02', null] }] })).toEqual(['apricot'])
      expect(await names({ filters: [{ field: 'tags', op: 'eq', values: ['甲'] }] })).toEqual(['Apple 100%', '香蕉'])
      expect(await names({ filters: [{ field: 'points', op: 'ne', values: [20] }] })).toEqual(['Apple 100%'])
    })

    it('alternatives find what holds in one group, whole, besides the other conditions, in totals too', async () => {
      const cheap = [{ field: 'points', op: 'lte', values: [10] }] as const
      const closed = [
        { field: 'isOpen', op: 'eq', values: [false] },
        { field: 'tags', op: 'in', values: ['乙', '丙'] },
      ] as const
      const never = [...closed, { field: 'points', op: 'lt', values: [20] }] as const
      expect(await names({ alternatives: [cheap] })).toEqual(['Apple 100%'])
      expect(await names({ alternatives: [cheap, closed] })).toEqual(['Apple 100%', '香蕉'])
      expect(await names({ alternatives: [never] })).toEqual([])
      expect(await names({ alternatives: [cheap, closed], filters: [{ field: 'points', op: 'gt', values: [10] }] })).toEqual(['香蕉'])
      expect(await names({ alternatives: [cheap, closed], search: 'apple' })).toEqual(['Apple 100%'])
      // A merchant reads no more than its own by them.
      expect(await names({ alternatives: [cheap, closed] }, merchantOf('m', 'C000001'))).toEqual(['Apple 100%'])
      const { totalCount, totals } = await sample.engine.list(callBy(sample, maker), queryOf({ alternatives: [cheap, closed] }))
      expect([totalCount, totals.points]).toEqual([2, 30])
      const range = { field: 'startDate', op: 'between', values: ['2026-02-01', '2026-01-01'] } as const
      await expect(names({ alternatives: [[range]] })).rejects.toMatchObject({ code: 'M14' })
    })

    it('takes a Taipei date as the whole day of an instant', async () => {
      const on = (from: string, to: string) => names({ filters: [{ field: 'happenedAt', op: 'between', values: [from, to] }] })
      expect(await on('2026-01-31', '2026-01-31')).toEqual(['Apple 100%'])
      expect(await on('2026-02-01', '2026-02-01')).toEqual(['apricot'])
    })

    it('sorts, breaks ties by id, pages, counts, and sums over all pages', async () => {
      const sort = [{ field: 'points', direction: 'desc' as const }]
      const first = await sample.engine.list(callBy(sample, maker), queryOf({ sort, pageSize: 1 }))
      const second = await sample.engine.list(callBy(sample, maker), queryOf({ sort, pageSize: 1, pageIndex: 1 }))
      const third = await sample.engine.list(callBy(sample, maker), queryOf({ sort, pageSize: 1, pageIndex: 2 }))
      expect(new Set([first, second, third].map((page) => page.rows[0]?.id)).size).toBe(3)
      expect(third.rows[0]?.sampleName).toBe('Apple 100%')
      expect(first).toMatchObject({ totalCount: 3, totals: { points: 50, price: 0.3 } })
    })

    it('sums only what the list counts in its totals, and counts every row', async () => {
      const call = callBy(sample, maker)
      const { screen } = call
      if (!screen) throw new Error('the sample has a screen')
      const list = { ...screen.list, totalsOf: { 'row.sampleName': { eq: 'Apple 100%' } } }
      const page = await sample.engine.list({ ...call, screen: { ...screen, list } }, queryOf())
      const counted = page.rows.filter(({ sampleName }) => sampleName === 'Apple 100%')
      expect(page).toMatchObject({ totalCount: 3, totals: { points: counted[0]?.points } })
      expect(counted).toHaveLength(1)
    })

    it('subtracts in its totals what the list says', async () => {
      const call = callBy(sample, maker)
      const { screen } = call
      if (!screen) throw new Error('the sample has a screen')
      const minus = { 'row.sampleName': { eq: 'Apple 100%' } }
      const page = await sample.engine.list({ ...call, screen: { ...screen, list: { ...screen.list, totalsMinus: minus } } }, queryOf())
      const signs = page.rows.map(({ sampleName, points }) => (sampleName === 'Apple 100%' ? -Number(points) : Number(points)))
      expect(page.totals.points).toBe(signs.reduce((sum, points) => sum + points, 0))
      expect(page.totals.points).toBeLessThan(50)
    })

    it('searches the marked fields and applies shipped views', async () => {
      expect(await names({ search: '蕉' })).toEqual(['香蕉'])
      expect(await names({ view: 'open' })).toEqual(['Apple 100%', 'apricot'])
    })

    it('shows list fields only', async () => {
      const { rows } = await sample.engine.list(callBy(sample, maker), queryOf())
      expect(Object.keys(rows[0] ?? {})).not.toContain('secretKey')
      expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['id', 'rowVersion', 'sampleNo', 'status', 'points']))
    })

    it('limits merchants to what they may read', async () => {
      expect(await names({}, merchantOf('m2', 'C000002'))).toEqual(['香蕉'])
      expect(await names({}, merchantOf('m1', 'C000001', ['C000001', 'C000002']))).toHaveLength(3)
      expect(await names({}, merchantOf('m9', 'C000009', []))).toEqual([])
    })
  })

  describe('row scope', () => {
    it('answers 404 for foreign records, forces the own merchant, and keeps the group read-only', async () => {
      const foreign = await add({ companyNo: 'C000002' })
      const merchant = merchantOf('m1', 'C000001')
      await expectRefusal(sample.engine.get(callBy(sample, merchant), foreign.id), 404, '查無資料')
      await expectRefusal(sample.engine.update(callBy(sample, merchant), foreign.id, 1, { points: 1 }), 404)
      await expectRefusal(sample.engine.remove(callBy(sample, merchant), foreign.id), 404)
      await expectRefusal(sample.engine.history(callBy(sample, merchant), foreign.id), 404)
      const parent = merchantOf('m1', 'C000001', ['C000001', 'C000002'])
      expect(await sample.engine.get(callBy(sample, parent), foreign.id)).toMatchObject({ companyNo: 'C000002' })
      await expectRefusal(sample.engine.update(callBy(sample, parent), foreign.id, 1, { points: 1 }), 403)
      const own = await sample.engine.create(callBy(sample, merchant), valuesOf({ companyNo: 'C000002', sampleName: '自己的' }))
      expect(own.companyNo).toBe('C000001')
      await expectRefusal(sample.engine.update(callBy(sample, merchant), own.id, 1, { companyNo: 'C000002' }), 403)
    })
  })

  describe('delete', () => {
    it('removes, refuses states that forbid it, and says when the record is in use', async () => {
      const first = await add()
      await sample.engine.remove(callBy(sample, maker), first.id, 1)
      await expectRefusal(sample.engine.get(callBy(sample, maker), first.id), 404)
      const second = await add({ points: 1, sampleName: '送出' })
      await sample.engine.transition(callBy(sample, maker), second.id, 'submit', { rowVersion: 1 })
      await expectRefusal(sample.engine.remove(callBy(sample, maker), second.id), 409, undefined, 'M09')
      if (kind === 'document') return
      const used = await add({ sampleName: '使用中' })
      await sql`insert into sample_child (sample_id) values (${used.id})`.execute(sample.db)
      await expectRefusal(sample.engine.remove(callBy(sample, maker), used.id), 409, '資料已被使用，無法刪除。', 'M11')
    })
  })

  describe('transitions', () => {
    it('runs state, guard, maker-checker, input and hook on the locked record, and keeps history', async () => {
      const created = await add({ sampleName: '流程' })
      const { engine } = sample
      await expectRefusal(engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 1 }), 409, undefined, 'M09')
      await engine.update(callBy(sample, maker), created.id, 1, { points: 3 })
      await expectRefusal(engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 1 }), 409, undefined, 'M10')
      const submitted = await engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 2 })
      expect(submitted).toMatchObject({ status: '2', rowVersion: 3 })
      const raw = await engine.get(callBy(sample, maker, { screen: null }), created.id)
      expect(raw).toMatchObject({ submittedBy: 'maker', submittedAt: now.toISOString(), reason: '流程 送審' })
      await expectRefusal(engine.transition(callBy(sample, maker), created.id, 'approve', { rowVersion: 3 }), 409, undefined, 'M13')
      await expectRefusal(engine.transition(callBy(sample, checker), created.id, 'reject', { rowVersion: 3 }), 400, {
        rejectReason: '退回原因 必填',
      })
      await expectRefusal(engine.transition(callBy(sample, checker), created.id, 'reject', { rowVersion: 3, x: 1 }), 400)
      await engine.transition(callBy(sample, checker), created.id, 'reject', { rowVersion: 3, rejectReason: '再想想' })
      await engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 4 })
      const approved = await engine.transition(callBy(sample, checker), created.id, 'approve', { rowVersion: 5 })
      expect(approved).toMatchObject({ status: '3', rowVersion: 6 })
      const history = await engine.history(callBy(sample, maker), created.id)
      expect(history.map((entry) => [entry.action, entry.userName, entry.remark])).toEqual([
        ['核准', 'checker', null],
        ['送審', 'maker', null],
        ['退回', 'checker', '再想想'],
        ['送審', 'maker', null],
        ['修改', 'maker', null],
        ['新增', 'maker', null],
      ])
      expect(history[4]?.changes).toEqual([{ title: '點數', before: '0', after: '3' }])
      expect(history[5]?.changes).toContainEqual({ title: '類別', before: '', after: '甲類' })
    })

    it('transitions stamp the fields that the document names, and who is stamped may not take the next step', async () => {
      const { engine } = sample
      const created = await add({ sampleName: '蓋章', points: 3 })
      await engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 1 })
      await engine.transition(callBy(sample, checker), created.id, 'approve', { rowVersion: 2 })
      await expectRefusal(engine.transition(callBy(sample, checker), created.id, 'close', { rowVersion: 3 }), 409, undefined, 'M13')
      const closed = await engine.transition(callBy(sample, maker), created.id, 'close', { rowVersion: 3, note: '如期' })
      expect(closed).toMatchObject({ status: '5' })
      const raw = await engine.get(callBy(sample, maker, { screen: null }), created.id)
      expect(raw).toMatchObject({ closedBy: 'maker', closedAt: now.toISOString(), closedOn: '2026-03-01', closeNote: '如期' })
      expect([raw.submittedBy, raw.approvedBy]).toEqual([null, 'checker'])
    })

    it('transitions write no markup and no other company, whatever the document lets people enter', async () => {
      const { engine } = sample
      const approved = async (sampleName: string, startDate: string) => {
        const { id } = await add({ sampleName, startDate, points: 3 })
        await engine.transition(callBy(sample, maker), id, 'submit', { rowVersion: 1 })
        await engine.transition(callBy(sample, checker), id, 'approve', { rowVersion: 2 })
        return id
      }
      const first = await approved('標記', '2026-02-01')
      await engine.transition(callBy(sample, maker), first, 'close', { rowVersion: 3, content: '<p>好<img src=x onerror=alert(1)></p>' })
      expect((await engine.get(callBy(sample, maker, { screen: null }), first)).content).not.toContain('onerror')
      const second = await approved('搬走', '2026-02-02')
      const merchant = callBy(sample, merchantOf('m1', 'C000001'))
      await expectRefusal(engine.transition(merchant, second, 'close', { rowVersion: 3, companyNo: 'C000002' }), 403, undefined, 'M12')
      await engine.transition(merchant, second, 'close', { rowVersion: 3, companyNo: 'C000001' })
    })

    it('keeps lists as people read them, and says where they were cut', async () => {
      const created = await add({ sampleName: '清單', tags: ['甲', '乙'], lines: [{ lineName: '點', amount: 1000 }], price: 0.5 })
      const rows = Array.from({ length: 40 }, (_, index) => ({ lineName: `第${index}項`, amount: index + 1 }))
      await sample.engine.update(callBy(sample, maker), created.id, 1, { tags: [], lines: rows })
      const [changed, added] = await sample.engine.history(callBy(sample, maker), created.id)
      expect(added?.changes).toContainEqual({ title: '標籤', before: '', after: '甲、乙' })
      expect(changed?.changes).toContainEqual({ title: '標籤', before: '甲、乙', after: '' })
      const lines = changed?.changes.find((change) => change.title === '明細')
      expect(lines?.before).toBe('項目 點，數量 1,000')
      expect(added?.changes).toContainEqual({ title: '單價', before: '', after: '0.5000' })
      expect(lines?.after).toMatch(/^項目 第0項，數量 1；項目 第1項，數量 2；.*數量 \d+…$/)
    })

    it('hands a hook what only it understands, and tells what the hook says, alone and in bulk', async () => {
      const first = await add({ points: 1, sampleName: '答一' })
      const second = await add({ points: 1, sampleName: '答二' })
      const { engine } = sample
      const told: string[] = []
      const call = callBy(sample, maker, { notice: (text) => told.push(text) })
      await engine.transition(call, first.id, 'submit', { rowVersion: 1, greeting: '好' })
      const { results } = await engine.bulk(call, 'submit', { kind: 'ids', ids: [second.id] }, { greeting: '安' })
      expect([told, results.map((result) => result.message)]).toEqual([['好，已送審'], ['安，已送審']])
      const stored = callBy(sample, maker, { screen: null })
      expect(await engine.get(stored, first.id)).toMatchObject({ reason: '好 送審' })
      expect(await engine.get(stored, second.id)).toMatchObject({ reason: '安 送審' })
    })

    it('a transition is tried again when it lost against another transaction, and told once', async () => {
      const created = await add({ points: 1 })
      const told: string[] = []
      deadlocks = 2
      const call = callBy(sample, maker, { notice: (text) => told.push(text) })
      expect(await sample.engine.transition(call, created.id, 'submit', { rowVersion: 1, greeting: '好' })).toMatchObject({ rowVersion: 2 })
      expect(told).toEqual(['好，已送審'])
    })

    it('needs the permission and the name of a transition that the screen offers', async () => {
      const created = await add({ points: 1 })
      const viewer = actorOf('viewer', { permissions: new Set(['test.samples.view']) })
      await expectRefusal(sample.engine.transition(callBy(sample, viewer), created.id, 'submit', { rowVersion: 1 }), 403)
      await expectRefusal(sample.engine.transition(callBy(sample, maker), created.id, 'constructor', { rowVersion: 1 }), 404)
      await expectRefusal(sample.engine.transition(callBy(sample, maker), created.id, 'submit', {}), 400)
    })

    it('a transition is refused in bulk unless the list offers it', async () => {
      const created = await add()
      const ids = { kind: 'ids', ids: [created.id] } as const
      await expectRefusal(sample.engine.bulk(callBy(sample, maker), 'delete', ids, {}), 403)
      await expectRefusal(sample.engine.bulk(callBy(sample, maker), 'reject', ids, { rejectReason: 'x' }), 403)
    })

    /** Log entries of records, in the order of writing. */
    const eventsOf = async (ids: readonly number[]) =>
      (
        await sql`
          select h.record_id as "recordId", h.action,
            (select count(*)::int from record_change c where c.history_id = h.id) as changes,
            (select count(*)::int from user_action_log l where l.entity = h.entity and l.entity_id = h.record_id::text) as "userActions"
          from record_history h where h.record_id = any(${ids}::bigint[]) order by h.sequence`.execute(sample.db)
      ).rows

    it('gives one verdict per record in bulk; a refused one harms no other', async () => {
      const good = await add({ points: 1, sampleName: '可送' })
      const bad = await add({ points: 0, sampleName: '不可送' })
      const result = await sample.engine.bulk(callBy(sample, maker), 'submit', { kind: 'ids', ids: [good.id, bad.id, 1] }, {})
      expect(result).toMatchObject({ okCount: 1, failedCount: 2 })
      const verdicts = new Map(result.results.map((one) => [one.id, one]))
      expect(verdicts.get(good.id)).toMatchObject({ ok: true, label: good.sampleNo, message: '作業完成!' })
      expect(verdicts.get(bad.id)).toMatchObject({ ok: false, message: '目前狀態不可執行此作業，請重新查詢後再試。' })
      expect(verdicts.get(1)).toMatchObject({ ok: false, message: '查無資料' })
      expect(await eventsOf([good.id, bad.id, 1])).toEqual([
        { recordId: good.id, action: 'create', changes: expect.any(Number), userActions: 2 },
        { recordId: bad.id, action: 'create', changes: expect.any(Number), userActions: 1 },
        { recordId: good.id, action: 'submit', changes: 4, userActions: 2 },
      ])
      const query = queryOf({ filters: [{ field: 'status', op: 'eq', values: ['2'] }] })
      const approved = await sample.engine.bulk(callBy(sample, checker), 'approve', { kind: 'query', query }, {})
      expect(approved).toMatchObject({ okCount: 1, failedCount: 0 })
    })
  })

  describe('fields that need a second person', () => {
    const force = async () => {
      const created = await add({ points: 1, price: 1, sampleName: `生效${numbers}` })
      await sample.engine.transition(callBy(sample, maker), created.id, 'submit', { rowVersion: 1 })
      return sample.engine.transition(callBy(sample, checker), created.id, 'approve', { rowVersion: 2 })
    }
    const openRequest = async () =>
      (
        await sql<{ id: number; rowVersion: number }>`select id, row_version from change_request where status in ('1', '2')`.execute(
          sample.db,
        )
      ).rows[0]
    const requests = { entity: 'changeRequest', screen: null }

    it('change at once in a draft, and wait for approval in a record in force', async () => {
      const draft = await add({ price: 1 })
      expect(await sample.engine.update(callBy(sample, maker), draft.id, 1, { price: 2 })).toMatchObject({ price: 2 })
      const active = await force()
      const updated = await sample.engine.update(callBy(sample, maker), active.id, active.rowVersion, { price: 9, points: 7 })
      expect(updated).toMatchObject({ price: 1, points: 7 })
      expect(await sample.engine.get(callBy(sample, maker, { screen: null }), active.id)).toMatchObject({ hasPendingChange: true })
      await expectRefusal(sample.engine.update(callBy(sample, maker), active.id, updated.rowVersion, { price: 8 }), 409)
      const request = await openRequest()
      const id = request?.id ?? 0
      await expectRefusal(sample.engine.transition(callBy(sample, maker, requests), id, 'approve', {}), 409, undefined, 'M13')
      await sample.engine.transition(callBy(sample, checker, requests), id, 'approve', {})
      expect(await sample.engine.get(callBy(sample, maker, { screen: null }), active.id)).toMatchObject({
        price: 9,
        hasPendingChange: false,
      })
      const history = await sample.engine.history(callBy(sample, maker), active.id)
      expect(history[0]).toMatchObject({ action: '變更生效', userName: 'checker' })
    })

    it('fields that need a second person keep the old value when rejected, and until the day they are wanted for', async () => {
      const active = await force()
      const call = callBy(sample, maker)
      await sample.engine.update(call, active.id, active.rowVersion, { price: 9 })
      await sample.engine.transition(callBy(sample, checker, requests), (await openRequest())?.id ?? 0, 'reject', { rejectReason: '否' })
      const back = await sample.engine.get(callBy(sample, maker, { screen: null }), active.id)
      expect(back).toMatchObject({ price: 1, hasPendingChange: false })
      await expectRefusal(sample.engine.update(call, active.id, back.rowVersion, { price: 9, effectiveDate: '2026-02-28' }), 400)
      const lost = sample.engine.update(call, active.id, back.rowVersion, { points: 3, effectiveDate: '2026-03-02' })
      await expectRefusal(lost, 400, { effectiveDate: '沒有修改須核准的欄位，請清空生效日' })
      await sample.engine.update(call, active.id, back.rowVersion, { price: 9, effectiveDate: '2026-03-02' })
      await sample.engine.transition(callBy(sample, checker, requests), (await openRequest())?.id ?? 0, 'approve', {})
      expect(await sample.engine.get(call, active.id)).toMatchObject({ price: 1 })
    })
  })
})

async function expectRefusal(work: Promise<unknown>, status: number, body?: ApiError['body'], code?: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error ?? new Error('nothing was refused')
  expect({ status: error.status, ...(body !== undefined && { body: error.body }), ...(code && { code: error.code }) }).toEqual({
    status,
    ...(body !== undefined && { body }),
    ...(code && { code }),
  })
}
