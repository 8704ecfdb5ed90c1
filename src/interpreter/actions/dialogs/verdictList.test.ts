import { describe, expect, it } from 'vitest'
import { orderedVerdicts, verdictsCsv } from './verdictList.ts'

const verdict = (label: string, ok: boolean, message = '') => ({ id: label, label, ok, message })

describe('the result of a bulk action', () => {
  it('begins with the failures, each group by number', () => {
    const verdicts = [verdict('A10', true), verdict('A9', true), verdict('A11', false, '已核准'), verdict('A2', false, '已作廢')]
    expect(orderedVerdicts(verdicts).map(({ label }) => label)).toEqual(['A2', 'A11', 'A9', 'A10'])
  })

  it('the result of a bulk action is a file that a spreadsheet program reads and does not run', () => {
    const csv = verdictsCsv([verdict('A1', false, '=HYPERLINK("http://x")'), verdict('A"2', true)])
    expect(csv).toBe('\ufeff"資料","結果","說明"\r\n"A1","失敗","\'=HYPERLINK(""http://x"")"\r\n"A""2","成功",""\r\n')
  })
})
