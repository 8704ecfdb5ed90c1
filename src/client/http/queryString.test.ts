import { describe, expect, it } from 'vitest'
import { hasForbiddenHyphens, withQuery } from './queryString.ts'

describe('withQuery', () => {
  it('repeats a name for a list and leaves out empty values', () => {
    expect(withQuery('/api/x', { status: ['1', '5'], name: '', from: null, to: undefined, active: false })).toBe(
      '/api/x?status=1&status=5&active=false',
    )
  })

  it('keeps a query that the path already has', () => {
    expect(withQuery('/api/x?a=1', new URLSearchParams({ b: '2' }))).toBe('/api/x?a=1&b=2')
  })
})

describe('hasForbiddenHyphens', () => {
  it('finds two hyphens in a row, also in a value', () => {
    expect(hasForbiddenHyphens(withQuery('/api/x', { name: "a'--" }))).toBe(true)
    expect(hasForbiddenHyphens(withQuery('/api/x', { date: '2025-01-01' }))).toBe(false)
  })
})
