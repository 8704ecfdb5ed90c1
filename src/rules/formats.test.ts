import { expect, it } from 'vitest'
import { formats } from './formats.ts'
import { formatProblem } from './formatTexts.ts'

it('refuses an empty text in every format but html', () => {
  const accepting = Object.entries(formats).filter(([, check]) => check(''))
  expect(accepting.map(([name]) => name)).toEqual(['html'])
})

it.each([
  ['email', 'x', '電子郵件格式錯誤.'],
  ['phone', 'x', '電話格式錯誤'],
  ['invoiceNumber', 'x', '發票格式錯誤'],
  ['taxNumber', '1234567', '統編錯誤，要有 8 個數字'],
  ['taxNumber', '12345678', '統編錯誤'],
  ['imageDataUrl', 'x', '只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp'],
  ['date', 'x', '生日 格式錯誤'],
] as const)('says what is wrong with %s %j', (format, value, expected) => expect(formatProblem(format, value, '生日')).toBe(expected))
