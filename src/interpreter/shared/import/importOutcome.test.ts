import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import { importOutcome, importRefusal } from './importOutcome.ts'

const problemOf = (text: string, fields?: Record<string, string>) =>
  new HttpProblem({ kind: fields ? 'fields' : 'text', status: 400, code: 'M17', text, ...(fields && { fields }) })

describe('importRefusal', () => {
  it('lists errors by row from a text and from an object', () => {
    expect(importRefusal(problemOf('匯入失敗，請修正下列錯誤：\n第 2 列：帳號 必填\n第 5 列：電話格式錯誤'))).toEqual({
      kind: 'refused',
      errors: ['第 2 列：帳號 必填', '第 5 列：電話格式錯誤'],
      preview: null,
    })
    expect(importRefusal(problemOf('', { 3: '帳號 必填', 檔案: '不是 .xlsx' }))).toEqual({
      kind: 'refused',
      errors: ['第 3 列：帳號 必填', '檔案：不是 .xlsx'],
      preview: null,
    })
  })

  it('other failures are no refusals of an import', () => {
    expect(importRefusal(new HttpProblem({ kind: 'forbidden', status: 403, code: 'M12', text: '' }))).toBeNull()
    expect(importRefusal(new Error('x'))).toBeNull()
  })
})

describe('importOutcome', () => {
  it('reads the number of written rows', () => {
    expect(importOutcome({ createdCount: 12 }, {})).toEqual({ kind: 'done', count: 12 })
    expect(importOutcome({ count: 3 }, {})).toEqual({ kind: 'done', count: 3 })
    expect(importOutcome(null, {})).toEqual({ kind: 'done', count: null })
  })

  it('reads a checked file, whose rows are written by sending it again', () => {
    const rows = [{ number: 2, cells: ['甲', '1'] }]
    expect(importOutcome({ count: 30, headings: ['名稱', '點數'], rows, errors: [], errorCount: 0 }, {})).toEqual({
      kind: 'checked',
      count: 30,
      preview: { headings: ['名稱', '點數'], rows },
      next: null,
      values: [],
    })
    const forForm = importOutcome({ count: 1, headings: ['名稱'], rows: [], errors: [], values: [{ name: '甲' }] }, {})
    expect(forForm).toMatchObject({ kind: 'checked', values: [{ name: '甲' }] })
  })

  it('reads rows that were checked, with the call that writes them, on our own server only', () => {
    const rows = [{ userName: 'amy', isEnabled: true, roles: ['OPS', 'CS'] }]
    const answer = { rows, errors: [], count: 1, next: 'POST /api/account/createUsers' }
    const titles = { userName: '帳號', roles: '角色' }
    const preview = { headings: ['帳號', 'isEnabled', '角色'], rows: [{ number: 2, cells: ['amy', '是', 'OPS、CS'] }] }
    const next = { path: '/api/account/createUsers', rows }
    expect(importOutcome(answer, titles)).toEqual({ kind: 'checked', count: 1, preview, next, values: [] })
    expect(importOutcome({ ...answer, next: 'POST //other.example/api' }, titles)).toEqual({ kind: 'done', count: 1 })
  })

  it('counts an answer with errors as refused, and says how many more there are', () => {
    expect(importOutcome({ errors: [{ row: 4, message: '角色 必填' }] }, {})).toEqual({
      kind: 'refused',
      errors: ['第 4 列：角色 必填'],
      preview: null,
    })
    const answer = { count: 9, headings: ['角色'], rows: [], errors: [{ row: 4, message: '角色 必填' }], errorCount: 8 }
    expect(importOutcome(answer, {})).toMatchObject({ kind: 'refused', errors: ['第 4 列：角色 必填', '…另有 7 列錯誤'] })
  })
})
