import { describe, expect, it } from 'vitest'
import { foldFilters } from '../../src/interpreter/list/filters/foldFilters.ts'
import { shippedScreens } from './shipped.ts'

/** Users mostly search records by state: waiting, running or ended. */
const stated = shippedScreens.filter(([, { list, entity }]) => list.columns.some(({ field }) => field === entity.naming.state?.field))

describe('a list that shows a state has its filter in sight', () => {
  it.each(stated)('a list that shows a state has its filter in sight %s', (_uri, { list, entity }) => {
    const { first } = foldFilters(list.filters)
    expect(first.map(({ field }) => field)).toContain(entity.naming.state?.field)
  })
})
