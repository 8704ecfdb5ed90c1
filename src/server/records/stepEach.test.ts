import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepEach } from './stepEach.ts'
import { actorOf, callBy, openSampleEngine, type SampleEngine } from './testing/sampleEngine.ts'

let sample: SampleEngine
let numbers = 0

beforeAll(async () => {
  sample = await openSampleEngine('table')
  sample.addHooks({ beforeCreate: (_context, input) => ({ sampleNo: `S${String(++numbers).padStart(4, '0')}`, ...input }) })
}, 180_000)
afterAll(() => sample.close())

test('a record that was changed or removed meanwhile keeps no other from its step', async () => {
  const call = callBy(sample, actorOf('maker'))
  const add = (sampleName: string) => sample.engine.create(call, { companyNo: 'C000001', sampleName, category: 'A', points: 1 })
  const [first, gone, last] = [await add('甲'), await add('乙'), await add('丙')]
  await sample.engine.transition(call, first.id, 'submit', { rowVersion: 1 })
  await sample.engine.remove(call, gone.id, 1)

  const due = [first, gone, last].map(({ id }) => ({ id, input: {} }))
  expect(await stepEach(sample.engine, callBy(sample, actorOf('maker'), { screen: null }), 'submit', due)).toBe(1)
  expect(await sample.engine.get(call, last.id)).toMatchObject({ status: '2' })
  await expect(stepEach(sample.engine, call, 'no such step', due.slice(2))).rejects.toThrow()
})
