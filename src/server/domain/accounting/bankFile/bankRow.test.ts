import { describe, expect, it } from 'vitest'
import { bankItem } from '../../../../rules/codes.generated.ts'
import { type BankCells, readBankRow } from './bankRow.ts'

const cells: BankCells = {
  ...{ txnDate: '2026/1/5', cardLast4: '1234', externalTxnNo: 'T1', bankItem: '紅利轉入' },
  ...{ bankPoints: '1,000', bankAmount: '980' },
}

describe('readBankRow', () => {
  it('reads what a bank writes', () => {
    expect(readBankRow(cells)).toEqual({
      ...{ txnDate: '2026-01-05', cardLast4: '1234', externalTxnNo: 'T1', bankItem: bankItem.convertedIn },
      ...{ bankPoints: 1000, bankAmount: 980 },
    })
  })

  it.each([
    ['a date of the sheet', { txnDate: new Date('2026-01-05T00:00:00Z') }, { txnDate: '2026-01-05' }],
    ['a date without marks', { txnDate: '20260105' }, { txnDate: '2026-01-05' }],
    ['a date that is a number', { txnDate: 20260105 }, { txnDate: '2026-01-05' }],
    [
      'full-width digits',
      { txnDate: '２０２６／０１／０５', cardLast4: '１２３４', bankPoints: '９' },
      { cardLast4: '1234', bankPoints: 9 },
    ],
    ['zeros that a program dropped', { cardLast4: 12 }, { cardLast4: '0012' }],
    ['zeros that a program kept', { cardLast4: '="0012"' }, { cardLast4: '0012' }],
    ['points that were taken back', { bankPoints: '-20' }, { bankPoints: -20 }],
    ['a number of the bank that is digits', { externalTxnNo: 1234567890 }, { externalTxnNo: '1234567890' }],
    ['no amount', { bankAmount: '' }, { bankAmount: null }],
    ['no card', { cardLast4: null }, { cardLast4: null }],
    ['no number', { externalTxnNo: ' ' }, { externalTxnNo: null }],
  ])('takes %s', (_, given, read) => {
    expect(readBankRow({ ...cells, ...given })).toMatchObject(read)
  })

  it.each([
    ['a day that there is not', { txnDate: '2026-02-30' }, '交易日'],
    ['a year of the republic', { txnDate: '115/01/05' }, '交易日'],
    ['no day', { txnDate: null }, '交易日'],
    ['a card of five digits', { cardLast4: '12345' }, '卡號後四碼'],
    ['neither card nor number', { cardLast4: '', externalTxnNo: '' }, '至少填寫一項'],
    ['a number that lost digits', { externalTxnNo: 1e19 }, '外部交易序號'],
    ['a control character', { externalTxnNo: 'A\u0007' }, '外部交易序號'],
    ['a character that nobody sees', { externalTxnNo: 'A\u200b1' }, '外部交易序號'],
    ['a number of 41 characters', { externalTxnNo: 'x'.repeat(41) }, '外部交易序號'],
    ['another item', { bankItem: '點數' }, '類別'],
    ['the name of an object’s member', { bankItem: 'constructor' }, '類別'],
    ['no points', { bankPoints: null }, '點數'],
    ['zero points', { bankPoints: '0' }, '點數'],
    ['a half point', { bankPoints: 1.5 }, '點數'],
    ['a formula', { bankPoints: '=1+1' }, '點數'],
    ['more points than there are', { bankPoints: 99_999_999_999 }, '點數'],
    ['an amount in letters', { bankAmount: 'NT$5' }, '金額'],
  ])('refuses %s', (_, given, text) => {
    expect(readBankRow({ ...cells, ...given })).toEqual([expect.stringContaining(text)])
  })
})
