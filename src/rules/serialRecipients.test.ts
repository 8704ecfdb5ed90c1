import { expect, it } from 'vitest'
import { serialRecipientProblems } from './serialRecipients.ts'

const name = '王小明'

it('names the rows that are wrong, and why', () => {
  const rows = [
    { name, email: 'a@example.com' },
    { name, email: 'A@example.com ' },
    { name: ' ', email: 'b@example.com' },
    { name, email: '' },
    { name, email: 'nobody' },
    { name: '字'.repeat(51), email: 'c@example.com' },
    { name, email: 'd@example.com' },
  ]
  expect([...serialRecipientProblems(rows)]).toEqual([
    [1, '電子郵件與前面的收件人重複'],
    [2, '收件人 必填'],
    [3, '電子郵件 必填'],
    [4, '電子郵件格式錯誤.'],
    [5, '收件人最多 50 字'],
  ])
})
