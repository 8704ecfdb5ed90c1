import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { defuse, undefused } from '../../../rules/defuse.ts'
import type { Cell } from './cells.ts'
import { writeCsv } from './csv.ts'
import { writeXlsx } from './xlsx.ts'

async function* oneRow(cells: readonly Cell[]): AsyncGenerator<readonly Cell[]> {
  yield cells
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const plainStarts = ['=', '+', '-', '@']
const otherForms = ['＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '₊', '⁻', '−']
/** Characters that a spreadsheet program, or a person who cleans a cell, removes before reading the text. */
const unseen = [
  ...[
    ' ',
    '\t',
    '\r',
    '\n',
    '\v',
    '\f',
    '\u0000',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u180e',
  ],
  ...[
    '\u2002',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u202e',
    '\u2028',
    '\u2060',
    '\u2066',
    '\u2800',
    '\u3000',
    '\u3164',
    '\ufe0f',
    '\ufeff',
  ],
  ...['\ufff9', '\u{e0001}', '\u{e0100}', '\u200b\ufeff \t'],
]

describe('defuse', () => {
  it.each([...plainStarts, ...otherForms])('puts an apostrophe before %s, whatever nobody sees stands before it', (sign) => {
    for (const before of ['', ...unseen]) {
      const text = `${before}${sign}HYPERLINK("x")`
      expect([JSON.stringify(text), defuse(text)]).toEqual([JSON.stringify(text), `'${text}`])
    }
  })

  it('puts one before the controls, too, that a program may take for the end of a cell', () => {
    for (const text of ['\tA', '\rA', '\nA', '\u0000A']) expect(defuse(text)).toBe(`'${text}`)
  })

  it('leaves every other text as it is', () => {
    for (const text of [
      '',
      ' ',
      '日日好',
      "'=1",
      '1-2',
      'a=b',
      '　全形空白',
      '\u200b看不見',
      '\u0301é',
      '（=1）',
      '$5',
      '〜',
      '_x003D_1',
    ]) {
      expect([JSON.stringify(text), defuse(text)]).toEqual([JSON.stringify(text), text])
    }
  })
})

describe('undefused', () => {
  it.each([...plainStarts, ...otherForms])('gives back the text with %s that was defused, and takes nothing from others', (sign) => {
    for (const text of [...['', ...unseen].map((before) => `${before}${sign}1`), `甲${sign}1`, "'", "''", "'甲", '']) {
      expect([JSON.stringify(text), undefused(defuse(text))]).toEqual([JSON.stringify(text), text])
    }
  })
})

describe('the writers of files', () => {
  it('defuse every text, also one that no list prepared', async () => {
    const cells = ['\u200b=1+1', '﹦1+1', -5, null, '一']
    const csv = (await bytesOf(writeCsv(oneRow(cells)))).toString('utf8')
    expect(csv).toBe('\ufeff"\'\u200b=1+1","\'﹦1+1",-5,,"一"\r\n')
    const [row] = await readSheet(await bytesOf(writeXlsx('表', oneRow(cells))))
    expect(row?.slice(1)).toEqual(["'﹦1+1", -5, null, '一'])
    expect(row?.[0]).toMatch(/^'/)
  })
})
