import { describe, expect, it } from 'vitest'
import { splitLines } from '../../shared/form/sheetFile.ts'
import { recipientProblems, recipientRows, rowProblems, sumQuantities } from './recipients.ts'

const key = () => 'k'
const row = { key: 'k', name: '王小明', mobile: '0912345678', email: 'a@example.com', couponBatchNo: 'CB1', quantity: '2' }

describe('recipientRows', () => {
  it.each([
    ['a CSV file with headings', '\uFEFF收件人,手機,電子郵件,票券編號,數量\r\n王小明,0912345678,a@example.com,CB1,2\r\n\r\n'],
    ['cells copied from a sheet', '王小明\t0912345678\ta@example.com\tCB1\t2'],
    ['a sheet that dropped the zero', '王小明,912345678,a@example.com,CB1,2'],
    ['quoted cells', '"王小明","0912345678","a@example.com","CB1","2"'],
  ])('recipientRows reads %s', (_case, text) => {
    expect(recipientRows(splitLines(text), key)).toEqual([row])
  })

  it('recipientRows keeps a comma inside quotes', () => {
    expect(recipientRows(splitLines('"王,小明",0912345678,a@example.com,CB1,2'), key)[0]?.name).toBe('王,小明')
  })

  it('refuses nothing and too much', () => {
    expect(() => recipientRows(splitLines('收件人,手機\n'), key)).toThrow('檔案中沒有收件人資料。')
    expect(recipientRows(splitLines('a,b\n'.repeat(500)), key)).toHaveLength(500)
    expect(() => recipientRows(splitLines('a,b\n'.repeat(501)), key)).toThrow('一次最多匯入 500 筆收件人。')
  })
})

describe('sumQuantities', () => {
  it('adds the lines of a product and leaves out what is no quantity', () => {
    const rows = [
      row,
      { ...row, quantity: '3' },
      { ...row, couponBatchNo: 'CB2', quantity: 'x' },
      { ...row, couponBatchNo: '', quantity: '9' },
    ]
    expect(sumQuantities(rows)).toEqual({ CB1: 5 })
  })
})

describe('recipientProblems', () => {
  it('wants name, mobile and mailbox', () => {
    expect(recipientProblems({ name: ' ', mobile: '', email: 'x' })).toEqual({
      name: '收件人 必填',
      mobile: '手機 必填',
      email: '電子郵件格式錯誤.',
    })
    expect(recipientProblems(row)).toEqual({})
  })
})

describe('rowProblems', () => {
  it('tells a product of a file that is not offered from one that was not chosen', () => {
    expect(rowProblems(row, [])).toEqual({ couponBatchNo: '票券「CB1」未提供兌換，請改選' })
    expect(rowProblems({ ...row, couponBatchNo: '' }, [])).toEqual({ couponBatchNo: '票券 必填' })
  })
})
