import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { actorOf, callBy, openSampleEngine, type SampleEngine } from './sampleEngine.ts'

export const maker = actorOf('maker')
export const checker = actorOf('checker')

/** Sample records with hooks as an area registers them. */
interface SampleRecords extends SampleEngine {
  /** How many records were created. */
  numbers: number
  /** Number of following submissions that fail with a deadlock. */
  deadlocks: number
  preparedQueries: number
  valuesOf(changes?: RecordValues): RecordValues
  add(changes?: RecordValues, actor?: Actor): Promise<StoredRecord>
}

/** The records of a `describe`, kept in a table of their own or as documents; there are none when a test begins. */
export function sampleRecords(kind: 'table' | 'document'): SampleRecords {
  // The engine joins it before the first test.
  const records = {} as SampleRecords
  Object.assign(records, {
    numbers: 0,
    deadlocks: 0,
    preparedQueries: 0,
    valuesOf: (changes = {}) => ({ companyNo: 'C000001', sampleName: `樣本${records.numbers}`, category: 'A', ...changes }),
    add: (changes = {}, actor = maker) => records.engine.create(callBy(records, actor), records.valuesOf(changes)),
  } satisfies Partial<SampleRecords>)
  beforeAll(async () => {
    Object.assign(records, await openSampleEngine(kind))
    records.addHooks({
      extraInput: ['greeting'],
      prepareQuery: async (_context, query) => {
        records.preparedQueries += 1
        return query
      },
      beforeCreate: (_context, input) => ({ sampleNo: `S${String(++records.numbers).padStart(4, '0')}`, ...input }),
      transitions: {
        submit: ({ extra, notice }, record) => {
          if (extra.greeting !== undefined) notice(`${extra.greeting}，已送審`)
          if (records.deadlocks-- > 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
          return { reason: `${extra.greeting ?? record.sampleName} 送審` }
        },
      },
    })
  }, 180_000)
  afterAll(() => records.close())
  beforeEach(() => records.reset())
  return records
}

export async function expectRefusal(work: Promise<unknown>, status: number, body?: ApiError['body'], code?: string): Promise<void> {
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
