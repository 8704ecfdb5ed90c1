import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.ts'

describe('a suggestion', () => {
  it.each([
    ['tarifName', ['tariffName', 'note'], 'tariffName'],
    ['name', ['tariffName', 'note'], 'tariffName'],
    ['name', ['tariffName', 'shopName', 'note'], 'note'],
    ['note', ['notes', 'shopNote'], 'notes'],
    ['NAME', ['name', 'shopName'], 'name'],
    ['gift', ['list', 'card_giftcard', 'redeem'], 'card_giftcard'],
    ['xyz', ['tariffName'], undefined],
  ])('a suggestion for %s among %j is %s', (written, known, expected) => {
    expect(suggest(written, known)).toBe(expected)
  })
})
