import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ApiError } from '../../platform/errors.ts'
import { actorOf, callBy, openSampleEngine, type SampleEngine } from '../testing/sampleEngine.ts'
import { createKnownOptions, forgettingUndone } from './knownOptions.ts'

let sample: SampleEngine
beforeAll(async () => {
  sample = await openSampleEngine('table')
  let numbers = 0
  sample.addHooks({ beforeCreate: (_context, input) => ({ sampleNo: `S${++numbers}`, ...input }) })
}, 180_000)
afterAll(() => sample.close())

const options = [{ key: 'A', value: '甲類' }]

function openCall() {
  options.length = 1
  const asked = vi
    .spyOn(sample.services, 'findOptions')
    .mockClear()
    .mockImplementation(async () => [...options])
  const knownOptions = createKnownOptions()
  const call = callBy(sample, actorOf('maker'), { knownOptions })
  const create = (category: string, sampleName: string) =>
    sample.engine.create(call, { sampleName, companyNo: 'C000001', category, points: 1 })
  const refusal = (category: string) => create(category, '不存在').catch((error: ApiError) => error.body)
  return { asked, knownOptions, create, refusal }
}

it('a call that keeps options asks once for those that are there', async () => {
  const { asked, create } = openCall()
  await create('A', '甲')
  await create('A', '乙')
  expect(asked).toHaveBeenCalledTimes(1)
})

it('a call that keeps options asks once for what is none, and again when a record was written since', async () => {
  const { asked, create, refusal } = openCall()
  for (const key of ['B', 'C', 'B']) expect(await refusal(key)).toMatchObject({ category: expect.any(String) })
  expect(asked).toHaveBeenCalledTimes(1)
  await create('A', '丙')
  options.push({ key: 'B', value: '乙類' })
  await create('B', '丁')
  expect(asked).toHaveBeenCalledTimes(2)
})

it('what was found in work that wrote and failed is known no more', async () => {
  const { asked, create, knownOptions } = openCall()
  const failing = forgettingUndone(knownOptions, async () => {
    await create('A', '戊')
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await create('A', '己')
  expect(asked).toHaveBeenCalledTimes(2)
})
