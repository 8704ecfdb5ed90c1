import { describe, expect, it } from 'vitest'
import { shopScreen } from '../../form/testScreens.ts'
import { answerLines } from './answerLines.ts'

describe('answerLines', () => {
  it('names what is a field of the screen by its title, anything else by its own name', () => {
    expect(answerLines({ name: '信義店', path: '/api', headers: { a: 1 } }, shopScreen)).toEqual([
      { name: 'name', title: '名稱', text: '信義店' },
      { name: 'path', title: 'path', text: '/api' },
      { name: 'headers', title: 'headers', text: '{\n  "a": 1\n}' },
    ])
  })

  it('shows a single value as the result', () => {
    expect(answerLines(12, shopScreen)).toEqual([{ name: '', title: '結果', text: '12' }])
  })

  it('takes titles and tables that the server gives', () => {
    const columns = [
      { field: 'points', title: '點數', format: 'points' },
      { field: 'companyNo', title: '特約商', format: 'text', dictionary: 'Company' },
    ]
    const lines = answerLines(
      {
        days: { title: '期間', value: 7 },
        body: { title: '本文', value: '{}', copyable: true },
        hits: { title: '明細', columns, rows: [{ points: 5, companyNo: 'C1' }] },
      },
      shopScreen,
    )
    expect(lines[0]).toEqual({ name: 'days', title: '期間', text: '7', isFact: true })
    expect(lines[1]).toEqual({ name: 'body', title: '本文', text: '{}' })
    expect(lines[2]?.table?.columns).toMatchObject([
      { field: 'points', title: '點數', format: 'points', align: 'end' },
      { field: 'companyNo', align: 'start', dictionary: { name: 'Company' } },
    ])
    expect(lines[2]?.table?.rows).toEqual([{ id: 1, points: 5, companyNo: 'C1' }])
  })
})
