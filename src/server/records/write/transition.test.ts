import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { actorOf, callBy, merchantOf, now, queryOf } from '../testing/sampleEngine.ts'
import { checker, expectRefusal, maker, sampleRecords } from '../testing/sampleRecords.ts'

describe.each(['table', 'document'] as const)('records in a %s', (kind) => {
  const sample = sampleRecords(kind)

  describe('transitions', () => {
    it('runs state, guard, maker-checker, input and hook on the locked record, and keeps history', async () => {
      const created = await sample.add({ sampleName: '流程' })
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
      const created = await sample.add({ sampleName: '蓋章', points: 3 })
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
        const { id } = await sample.add({ sampleName, startDate, points: 3 })
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
      const created = await sample.add({ sampleName: '清單', tags: ['甲', '乙'], lines: [{ lineName: '點', amount: 1000 }], price: 0.5 })
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
      const first = await sample.add({ points: 1, sampleName: '答一' })
      const second = await sample.add({ points: 1, sampleName: '答二' })
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
      const created = await sample.add({ points: 1 })
      const told: string[] = []
      sample.deadlocks = 2
      const call = callBy(sample, maker, { notice: (text) => told.push(text) })
      expect(await sample.engine.transition(call, created.id, 'submit', { rowVersion: 1, greeting: '好' })).toMatchObject({ rowVersion: 2 })
      expect(told).toEqual(['好，已送審'])
    })

    it('needs the permission and the name of a transition that the screen offers', async () => {
      const created = await sample.add({ points: 1 })
      const viewer = actorOf('viewer', { permissions: new Set(['test.samples.view']) })
      await expectRefusal(sample.engine.transition(callBy(sample, viewer), created.id, 'submit', { rowVersion: 1 }), 403)
      await expectRefusal(sample.engine.transition(callBy(sample, maker), created.id, 'constructor', { rowVersion: 1 }), 404)
      await expectRefusal(sample.engine.transition(callBy(sample, maker), created.id, 'submit', {}), 400)
    })

    it('a transition is refused in bulk unless the list offers it', async () => {
      const created = await sample.add()
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
      const good = await sample.add({ points: 1, sampleName: '可送' })
      const bad = await sample.add({ points: 0, sampleName: '不可送' })
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

    it('a bulk call prepares its query once, for the count that was told and for the records', async () => {
      await sample.add({ points: 1 })
      const before = sample.preparedQueries
      const selection = { kind: 'query', query: queryOf({}), matching: 1 } as const
      expect(await sample.engine.bulk(callBy(sample, maker), 'submit', selection, {})).toMatchObject({ okCount: 1 })
      expect(sample.preparedQueries - before).toBe(1)
    })
  })

  describe('fields that need a second person', () => {
    const force = async () => {
      const created = await sample.add({ points: 1, price: 1, sampleName: `生效${sample.numbers}` })
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
      const draft = await sample.add({ price: 1 })
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
