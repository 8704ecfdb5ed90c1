import { expect, it } from 'vitest'
import { joinTexts } from './problemTexts.ts'

it('problems of a row are said once each, with a full stop only at the end', () => {
  const texts = ['帳號 已存在，請重新輸入。', '電子郵件格式錯誤', '電子郵件格式錯誤', '名稱 已存在，請重新輸入。']
  expect(joinTexts(texts)).toBe('帳號 已存在，請重新輸入；電子郵件格式錯誤；名稱 已存在，請重新輸入。')
  expect(joinTexts(['名稱 已存在，請重新輸入。'])).toBe('名稱 已存在，請重新輸入。')
})
