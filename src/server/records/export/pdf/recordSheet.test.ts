import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeRecordSheet } from './recordSheet.ts'

/** The operators of every page. */
function pagesOf(file: Uint8Array): readonly string[] {
  const text = Buffer.from(file).toString('latin1')
  return [...text.matchAll(/\/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map((match) => {
    const start = (match.index ?? 0) + match[0].length
    return inflateSync(Buffer.from(file).subarray(start, start + Number(match[1]))).toString('latin1')
  })
}

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

describe('a record on paper', () => {
  it('has its fields in the fonts that they need, and brackets as they are', () => {
    const file = writeRecordSheet('特約商', '註', [
      { kind: 'fields', title: '公司', fields: [{ title: '名稱', text: '日日好 (TW) \\ A' }] },
    ])
    const [page = ''] = pagesOf(file)
    expect(page).toContain(`<${hex('日日好')}>`)
    expect(page).toContain('( \\(TW\\) \\\\ A) Tj')
    expect(page).toContain(`<${hex('公司')}>`)
  })

  it('says where each of its objects stands', () => {
    const file = Buffer.from(writeRecordSheet('A', 'B', [])).toString('latin1')
    const places = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    expect(places.length).toBeGreaterThan(7)
    for (const [index, place] of places.entries()) expect(file.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    expect(file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))).toMatch(/^xref\n/)
  })

  it('goes on over pages, wraps long texts and says what is left out', () => {
    const rows = Array.from({ length: 100 }, (_unused, index) => [`N${index}`, '說明'.repeat(80)])
    const pages = pagesOf(writeRecordSheet('A', 'B', [{ kind: 'table', title: '門市', headings: ['編號', '說明'], rows, totalCount: 120 }]))
    expect(pages.length).toBeGreaterThan(3)
    const all = pages.join('\n')
    for (const [no] of rows) expect(all).toContain(`(${no}) Tj`)
    expect(all).toContain('( 120 ) Tj')
    expect(
      pagesOf(writeRecordSheet('A', 'B', [{ kind: 'table', title: '空', headings: ['a'], rows: [], totalCount: 0 }])).join(),
    ).toContain(hex('查無資料'))
  })
})
