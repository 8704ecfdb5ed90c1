import { describe, expect, it } from 'vitest'
import { problemOfAnswer } from './errorCatalogue.ts'

/** The rows of specification, section 8, that depend only on the answer. */
const catalogue = [
  {
    row: '403',
    answer: { status: 403, body: '您沒有執行此作業的權限。' },
    kind: 'forbidden',
    text: '頁面存取失敗，請嘗試清除瀏覽器的cookie，並重新登入。(若有疑慮請洽系統管理人員)',
  },
  { row: '423', answer: { status: 423, body: '帳號已停用或鎖定' }, kind: 'locked', text: '帳號已停用或鎖定' },
  {
    row: 'invalid_grant with a numeric err',
    answer: { status: 400, body: { error: 'invalid_grant', err: '3' } },
    kind: 'text',
    text: '帳號密碼輸入錯誤（第3次），請注意密碼輸入錯誤5次以上時會鎖住帳號。',
  },
  {
    row: 'invalid_grant with an err that is a number, not text',
    answer: { status: 400, body: { error: 'invalid_grant', err: 1 } },
    kind: 'text',
    text: '帳號密碼輸入錯誤（第1次），請注意密碼輸入錯誤5次以上時會鎖住帳號。',
  },
  {
    row: 'err is non-numeric text',
    answer: { status: 400, body: { error: 'invalid_grant', err: '帳號已停用，請洽系統管理人員。' } },
    kind: 'text',
    text: '帳號已停用，請洽系統管理人員。',
  },
  { row: 'err empty', answer: { status: 400, body: { error: 'invalid_grant', err: '' } }, kind: 'text', text: '帳號密碼輸入錯誤!' },
  { row: 'err missing', answer: { status: 400, body: { error: 'invalid_grant' } }, kind: 'text', text: '帳號密碼輸入錯誤!' },
  {
    row: 'other object bodies',
    answer: { status: 400, body: { taxNumber: '統編錯誤', phone: '電話格式錯誤' } },
    kind: 'fields',
    text: '統編錯誤,電話格式錯誤',
  },
  {
    row: 'other object bodies with an error key',
    answer: { status: 400, body: { error: 'invalid_request', error_description: '缺少參數' } },
    kind: 'text',
    text: 'invalid_request,缺少參數',
  },
  { row: 'string body', answer: { status: 409, body: '查無資料' }, kind: 'text', text: '查無資料' },
  { row: 'empty body', answer: { status: 502, body: '' }, kind: 'text', text: '系統發生錯誤，請稍後再試。' },
] as const

describe('problemOfAnswer', () => {
  for (const { row, answer, kind, text } of catalogue) {
    it(`answers the catalogue's text for ${row}`, () => {
      expect(problemOfAnswer({ code: null, ...answer })).toMatchObject({ kind, text, status: answer.status })
    })
  }

  it('keeps the field texts of an object body and the error code', () => {
    const problem = problemOfAnswer({ status: 400, code: 'M06', body: { 'members.0.joinDate': '格式錯誤' } })
    expect(problem).toMatchObject({ code: 'M06', fields: { 'members.0.joinDate': '格式錯誤' } })
  })

  it('cuts a server text at 500 characters', () => {
    expect(problemOfAnswer({ status: 400, code: null, body: '長'.repeat(900) }).text).toHaveLength(500)
  })
})
