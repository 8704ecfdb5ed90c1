import { expect, it } from 'vitest'
import { linesOfFile, readLines } from './recipientLines.ts'

it('reads lines as they are typed or pasted from a sheet', () => {
  expect(readLines('收件人,電子郵件\n王小明, a@example.com\n\n陳大文\tｂ@example.com\n')).toEqual({
    recipients: [
      { name: '王小明', email: 'a@example.com' },
      { name: '陳大文', email: 'b@example.com' },
    ],
    problems: [],
  })
})

it('names the first wrong lines, and how many more there are', () => {
  const { problems } = readLines(Array.from({ length: 7 }, () => '王小明').join('\n'))
  expect([problems.length, problems[0], problems[5]]).toEqual([6, '第 1 位：電子郵件 必填', '另有 2 位需要修正'])
  expect(readLines('王,a@example.com\n'.repeat(501)).problems).toEqual(['一次最多寄送 500 位。'])
})

it('turns a file into such lines', () => {
  expect(linesOfFile([['收件人', '電子郵件'], ['王,小明', 'a@example.com', '備註'], ['']])).toBe('王，小明, a@example.com')
  expect(() => linesOfFile([['收件人', '電子郵件']])).toThrow('檔案中沒有收件人資料。')
})
