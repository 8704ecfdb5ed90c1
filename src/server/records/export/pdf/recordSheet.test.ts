import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type SheetPart, writeRecordSheet } from './recordSheet.ts'

const streamOf = /stream\n/
const unicodeRange = /<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g

/** The texts of every page in drawing order. */
async function pagesOf(title: string, note: string, parts: readonly SheetPart[]): Promise<readonly string[]> {
  const chunks = await writeRecordSheet('test', { title, note, parts })
  const objects = objectsOf(Buffer.concat(chunks))
  const contents = [...objects.values()].filter(({ head }) => head.includes('/Type /Page\n'))
  return contents.map(({ head }) => {
    const resources = objects.get(referenceIn(head, 'Resources'))?.head ?? ''
    const operators = objects.get(referenceIn(head, 'Contents'))?.body.toString('latin1') ?? ''
    let letters: readonly string[] = []
    return operators
      .split('\n')
      .map((line) => {
        const font = /^\/(F\d+) /.exec(line)?.[1]
        if (font) letters = lettersOf(objects, referenceIn(resources, font))
        return [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, codes = '']) => decode(codes, letters)).join('')
      })
      .join('')
  })
}

interface PdfObject {
  readonly head: string
  readonly body: Buffer
}

function objectsOf(file: Buffer): ReadonlyMap<string, PdfObject> {
  const text = file.toString('latin1')
  return new Map(
    [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map((match) => {
      const [, number = '', content = ''] = match
      const [head = '', body = ''] = content.split(streamOf, 2)
      const raw = Buffer.from(body.replace(/\nendstream\n$/, ''), 'latin1')
      return [number, { head, body: head.includes('/FlateDecode') && !head.includes('FontFile') ? inflateSync(raw) : raw }]
    }),
  )
}

function referenceIn(head: string, name: string): string {
  return new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(head)?.[1] ?? ''
}

/** The character for each glyph number of a font. Without this map a text in the file could not be searched or copied. */
function lettersOf(objects: ReadonlyMap<string, PdfObject>, font: string): readonly string[] {
  const map = objects.get(referenceIn(objects.get(font)?.head ?? '', 'ToUnicode'))?.body.toString('latin1') ?? ''
  return [...map.matchAll(unicodeRange)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, codes = '']) =>
      Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function decode(codes: string, letters: readonly string[]): string {
  return (codes.match(/.{4}/g) ?? []).map((code) => letters[Number.parseInt(code, 16)] ?? '').join('')
}

describe('a record on paper', () => {
  it('a record on paper has its title, its fields, and a font in which every reader sees them', async () => {
    const [page = ''] = await pagesOf('特約商 C000101', '註', [
      {
        kind: 'fields',
        title: '公司',
        fields: [
          { title: '名稱', text: '日日好 (TW) \\ 堃煊' },
          { title: '電話', text: '' },
        ],
      },
    ])
    expect(page).toContain('特約商 C000101')
    expect(page).toContain('名稱日日好 (TW) \\ 堃煊')
    expect(page).toContain('電話—')
    expect(page).toContain('第 1 頁，共 1 頁')
  })

  it('a record on paper goes on over pages under the same headings, wraps long texts and says what is left out', async () => {
    const rows = Array.from({ length: 100 }, (_unused, index) => [`N${index}`, '說明'.repeat(80)])
    const pages = await pagesOf('A', 'B', [{ kind: 'table', title: '門市', headings: ['編號', '內容'], rows, totalCount: 120 }])
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) expect(page).toContain('編號內容')
    const all = pages.join('')
    for (const [no] of rows) expect(all).toContain(`${no}說明`)
    expect(all.split('說明').length - 1).toBe(100 * 80)
    expect(all).toContain('僅列出前 100 筆，共 120 筆')
  })

  it('says that a table is empty', async () => {
    expect((await pagesOf('A', 'B', [{ kind: 'table', title: '空', headings: ['a'], rows: [], totalCount: 0 }])).join('')).toContain(
      '查無資料',
    )
  })
})
