import { describe, expect, it } from 'vitest'
import { fileNameOf } from './download.ts'

describe('fileNameOf', () => {
  it('prefers the encoded name', () => {
    const header = `attachment; filename="report.xlsx"; filename*=UTF-8''${encodeURIComponent('報表_20250101000000.xlsx')}`
    expect(fileNameOf(header)).toBe('報表_20250101000000.xlsx')
  })

  it('reads a plain name and answers undefined without one', () => {
    expect(fileNameOf('attachment; filename="example.xlsx"')).toBe('example.xlsx')
    expect(fileNameOf(undefined)).toBeUndefined()
  })
})
