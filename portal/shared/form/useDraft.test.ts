import { expect, it } from 'vitest'
import { storedMembers, storedText } from './useDraft.ts'

it('a draft gives its texts, and empty ones for whatever else an older page stored', () => {
  const { username, taxNumber, missing } = storedMembers({ username: 'amy', taxNumber: { no: 1 } })
  expect([username, taxNumber, missing].map(storedText)).toEqual(['amy', '', ''])
  expect(storedMembers(undefined)).toEqual({})
  expect(storedMembers('text')).toEqual({})
})
