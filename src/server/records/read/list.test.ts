import { beforeEach, describe, expect, it } from 'vitest'
import { callBy, merchantOf, queryOf } from '../testing/sampleEngine.ts'
import { expectRefusal, maker, sampleRecords } from '../testing/sampleRecords.ts'

describe.each(['table', 'document'] as const)('records in a %s', (kind) => {
  const sample = sampleRecords(kind)

  describe('list', () => {
    beforeEach(async () => {
      await sample.add({
        sampleName: 'Apple 100%',
        points: 10,
        price: 0.1,
        tags: ['甲'],
        startDate: '2026-01-01',
        happenedAt: '2026-01-31T15:59:59.999Z',
      })
      await sample.add({
        sampleName: 'apricot',
        points: 20,
        price: 0.2,
        category: 'B',
        startDate: '2026-01-02',
        happenedAt: '2026-01-31T16:00:00.000Z',
      })
      await sample.add({ sampleName: '香蕉', points: 20, isOpen: false, reason: '季節', companyNo: 'C000002', tags: ['甲', '乙'] })
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
      const foreign = await sample.add({ companyNo: 'C000002' })
      const merchant = merchantOf('m1', 'C000001')
      await expectRefusal(sample.engine.get(callBy(sample, merchant), foreign.id), 404, '查無資料')
      await expectRefusal(sample.engine.update(callBy(sample, merchant), foreign.id, 1, { points: 1 }), 404)
      await expectRefusal(sample.engine.remove(callBy(sample, merchant), foreign.id), 404)
      await expectRefusal(sample.engine.history(callBy(sample, merchant), foreign.id), 404)
      const parent = merchantOf('m1', 'C000001', ['C000001', 'C000002'])
      expect(await sample.engine.get(callBy(sample, parent), foreign.id)).toMatchObject({ companyNo: 'C000002' })
      await expectRefusal(sample.engine.update(callBy(sample, parent), foreign.id, 1, { points: 1 }), 403)
      const own = await sample.engine.create(callBy(sample, merchant), sample.valuesOf({ companyNo: 'C000002', sampleName: '自己的' }))
      expect(own.companyNo).toBe('C000001')
      await expectRefusal(sample.engine.update(callBy(sample, merchant), own.id, 1, { companyNo: 'C000002' }), 403)
    })
  })
})
