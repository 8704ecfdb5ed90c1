import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { transact } from '../../platform/database/transact.ts'
import type { RecordValues } from '../hooks.ts'
import { actorOf, callBy, now, queryOf } from '../testing/sampleEngine.ts'
import { checker, expectRefusal, maker, sampleRecords } from '../testing/sampleRecords.ts'

describe.each(['table', 'document'] as const)('records in a %s', (kind) => {
  const sample = sampleRecords(kind)

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
      const created = await sample.add(given)
      expect(created).toMatchObject({ ...given, status: '1', rowVersion: 1, companyNo: 'C000001' })
      // The maker of a record does not get the approval button.
      expect(await sample.engine.get(callBy(sample, maker), created.id)).toEqual({ ...created, deniedActions: ['approve'] })
      const raw = await sample.engine.get(callBy(sample, maker, { screen: null }), created.id)
      expect(raw).toMatchObject({ createdBy: 'maker', createdAt: now.toISOString(), reason: null })
    })

    it('fills defaults and refuses what is missing, unknown, computed or of a wrong kind, by field', async () => {
      expect(await sample.add()).toMatchObject({ points: 0, isOpen: true, price: null })
      await expectRefusal(sample.add({ sampleName: '' }), 400, { sampleName: '名稱 必填' }, 'M05')
      await expectRefusal(sample.add({ colour: 'red' }), 400, { colour: '未知的欄位「colour」' })
      await expectRefusal(sample.add({ status: '3' }), 400, { status: '狀態 由系統產生，不可輸入' })
      const refused = { status: '狀態 由系統產生，不可輸入', colour: '未知的欄位「colour」', createdBy: '建立人員 由系統產生，不可輸入' }
      await expectRefusal(sample.add({ status: '3', points: 'x', colour: 'red', createdBy: 'me' }), 400, refused)
      await expectRefusal(sample.add({ points: 'x' }), 400, { points: '只能輸入整數' })
      await expectRefusal(sample.add({ price: 1.234 }), 400, { price: '最多2位小數' })
      await expectRefusal(sample.add({ category: 'Z' }), 400, { category: '類別 格式錯誤' })
      await expectRefusal(sample.add({ isOpen: false }), 400, { reason: '事由 必填' }, 'M05')
      await expectRefusal(sample.add({ startDate: '2026-02-01', endDate: '2026-02-01' }), 400, {
        endDate: 'date must be greater than 2026-02-01',
      })
      await expectRefusal(sample.add({ lines: [{ amount: 0 }] }), 400, { 'lines.0.lineName': '項目 必填', 'lines.0.amount': '最小值1' })
      await expectRefusal(sample.add({ lines: [{ lineName: 'a', other: 1 }] }), 400)
      await expectRefusal(sample.add({ sampleName: 'a\u0000b' }), 400, '有不合法字串')
    })

    it('cleans rich text', async () => {
      const created = await sample.add({ content: '<p onclick="x()">好<script>alert(1)</script></p>' })
      expect(created.content).toBe('<p>好</p>')
    })

    it('refuses a value that exists, alone and together, naming the field', async () => {
      await sample.add({ sampleName: '同名', startDate: '2026-01-01' })
      await expectRefusal(sample.add({ sampleName: '同名' }), 409, { sampleName: '名稱 已存在，請重新輸入。' }, 'M07')
      await expectRefusal(
        sample.add({ sampleName: '異名', startDate: '2026-01-01' }),
        409,
        { startDate: '起日 已存在，請重新輸入。' },
        'M07',
      )
      await sample.add({ sampleName: '異名', startDate: '2026-01-01', companyNo: 'C000002' })
    })

    it('joins a transaction that the caller opened, and goes with it', async () => {
      const failed = transact(sample.db, async (trx) => {
        await sample.engine.create(callBy(sample, maker, { db: trx }), sample.valuesOf({ sampleName: '不留' }))
        throw new Error('caller gave up')
      })
      await expect(failed).rejects.toThrow('caller gave up')
      expect((await sample.engine.list(callBy(sample, maker), queryOf())).totalCount).toBe(0)
    })
  })

  describe('update', () => {
    it('changes what was sent, clears null, keeps the rest and counts the version', async () => {
      const created = await sample.add({ points: 5, tags: ['甲'], startDate: '2026-01-01' })
      const updated = await sample.engine.update(callBy(sample, checker), created.id, 1, { points: 6, startDate: null })
      expect(updated).toMatchObject({ points: 6, startDate: null, tags: ['甲'], rowVersion: 2 })
      expect(await sample.engine.get(callBy(sample, maker), created.id)).toEqual(updated)
    })

    it('refuses another version, a state that is not editable, and changed fixed fields; an unchanged one may come along', async () => {
      const created = await sample.add({ points: 5 })
      const call = callBy(sample, maker)
      await expectRefusal(sample.engine.update(call, created.id, 2, { points: 6 }), 409, '資料已被其他人員修改，請重新查詢後再試。', 'M10')
      await expectRefusal(sample.engine.update(call, created.id, 1, { category: 'B' }), 400, { category: '類別 不可修改' })
      const echoed = await sample.engine.update(call, created.id, 1, { ...created, points: 7 })
      expect(echoed).toMatchObject({ points: 7, category: 'A', rowVersion: 2 })
      await sample.engine.transition(call, created.id, 'submit', { rowVersion: 2 })
      await expectRefusal(sample.engine.update(call, created.id, 3, { points: 8 }), 409, undefined, 'M09')
    })

    it('reads a text of one line as one, and leaves one alone that was stored with more and comes along unchanged', async () => {
      const created = await sample.add({ sampleName: '甲\r\n乙\u200b', tags: ['一\t二'], lines: [{ lineName: '三\n四' }] })
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
      const { id } = await sample.add({ account: '0123456789', reason: '密', price: 3 })
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
      const created = await sample.add({ account: '0123456789', secretKey: 'topsecret' })
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
      const { id } = await sample.add({ devices: [{ mobile: '0912345678', pin: '4321' }] })
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
      const first = await sample.add({ sampleName: '甲名' })
      await sample.engine.update(callBy(sample, maker), first.id, 1, { sampleName: '乙名' })
      await sample.add({ sampleName: '甲名' })
      await expectRefusal(sample.add({ sampleName: '乙名' }), 409)
    })
  })

  describe('delete', () => {
    it('removes, refuses states that forbid it, and says when the record is in use', async () => {
      const first = await sample.add()
      await sample.engine.remove(callBy(sample, maker), first.id, 1)
      await expectRefusal(sample.engine.get(callBy(sample, maker), first.id), 404)
      const second = await sample.add({ points: 1, sampleName: '送出' })
      await sample.engine.transition(callBy(sample, maker), second.id, 'submit', { rowVersion: 1 })
      await expectRefusal(sample.engine.remove(callBy(sample, maker), second.id), 409, undefined, 'M09')
      if (kind === 'document') return
      const used = await sample.add({ sampleName: '使用中' })
      await sql`insert into sample_child (sample_id) values (${used.id})`.execute(sample.db)
      await expectRefusal(sample.engine.remove(callBy(sample, maker), used.id), 409, '資料已被使用，無法刪除。', 'M11')
    })
  })
})
