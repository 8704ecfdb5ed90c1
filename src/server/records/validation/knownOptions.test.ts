import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ApiError } from '../../platform/errors.ts'
import { actorOf, callBy, openSampleEngine, type SampleEngine } from '../testing/sampleEngine.ts'

let sample: SampleEngine
beforeAll(async () => {
  sample = await openSampleEngine('table')
  let numbers = 0
  sample.addHooks({ beforeCreate: (_context, input) => ({ sampleNo: `S${++numbers}`, ...input }) })
}, 180_000)
afterAll(() => sample.close())

it('a call that keeps options asks again for one that was not there before, and for none that was', async () => {
  const options = [{ key: 'A', value: '甲類' }]
  const asked = vi.spyOn(sample.services, 'findOptions').mockImplementation(async () => [...options])
  const call = callBy(sample, actorOf('maker'), { knownOptions: new Map() })
  const create = (category: string, number: number) =>
    sample.engine.create(call, { sampleName: `名稱${number}`, companyNo: 'C000001', category, points: 1 })
  await create('A', 1)
  await create('A', 2)
  expect(asked).toHaveBeenCalledTimes(1)
  const refusal = await create('B', 3).catch((error: ApiError) => error.body)
  expect(refusal).toMatchObject({ category: expect.any(String) })
  options.push({ key: 'B', value: '乙類' })
  await create('B', 4)
  expect(asked).toHaveBeenCalledTimes(3)
})
