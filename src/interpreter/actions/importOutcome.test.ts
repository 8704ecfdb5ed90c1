import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { importOutcome, importRefusal } from './importOutcome.ts'

const problemOf = (text: string, fields?: Record<string, string>) =>
  new HttpProblem({ kind: fields ? 'fields' : 'text', status: 400, code: 'M17', text, ...(fields && { fields }) })

describe('importRefusal', () => {
  it('lists errors by row from a text and from an object', () => {
    expect(importRefusal(problemOf('匯入失敗，請修正下列錯誤：\n第 2 列：帳號 必填\n第 5 列：電話格式錯誤'))).toEqual({
      kind: 'refused',
      errors: ['第 2 列：帳號 必填', '第 5 列：電話格式錯誤'],
    })
    expect(importRefusal(problemOf('', { 3: '帳號 必填', 檔案: '不是 .xlsx' }))).toEqual({
      kind: 'refused',
      errors: ['第 3 列：帳號 必填', '檔案：不是 .xlsx'],
    })
  })

  it('is not responsible for other failures', () => {
    expect(importRefusal(new HttpProblem({ kind: 'forbidden', status: 403, code: 'M12', text: '' }))).toBeNull()
    expect(importRefusal(new Error('x'))).toBeNull()
  })
})

describe('importOutcome', () => {
  it('reads the number of written rows', () => {
    expect(importOutcome({ createdCount: 12 })).toEqual({ kind: 'done', count: 12 })
    expect(importOutcome({ count: 3 })).toEqual({ kind: 'done', count: 3 })
    expect(importOutcome(null)).toEqual({ kind: 'done', count: null })
  })

  it('reads rows that were only checked, with the call that writes them, on our own server only', () => {
    const rows = [{ userName: 'amy' }]
    const answer = { rows, errors: [], count: 1, next: 'POST /api/account/createUsers' }
    expect(importOutcome(answer)).toEqual({ kind: 'checked', rows, path: '/api/account/createUsers' })
    expect(importOutcome({ ...answer, next: 'POST //other.example/api' })).toEqual({ kind: 'done', count: 1 })
  })

  it('counts an answer with errors as refused', () => {
    expect(importOutcome({ rows: [], errors: [{ row: 4, message: '角色 必填' }] })).toEqual({
      kind: 'refused',
      errors: ['第 4 列：角色 必填'],
    })
  })
})
