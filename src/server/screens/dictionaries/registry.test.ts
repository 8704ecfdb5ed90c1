import { expect, it } from 'vitest'
import type { Executor } from '../../platform/database/tables.ts'
import { createDictionaryRegistry } from './registry.ts'

const db = {} as Executor

it('labels of no keys ask no provider: a tile without rows, in an installation without merchants', async () => {
  const dictionaries = createDictionaryRegistry(
    () => undefined,
    () => [],
  )
  const labels = async (_db: Executor, keys: readonly string[]) => {
    if (keys.length === 0) throw new Error('syntax error at or near ")"')
    return keys.map((key) => ({ key, value: `特約商 ${key}` }))
  }
  dictionaries.register('Company', async () => [], labels)
  expect(await dictionaries.labels('Company', db, ['C1'])).toEqual(new Map([['C1', '特約商 C1']]))
  expect(await dictionaries.labels('Company', db, [])).toEqual(new Map())
})
