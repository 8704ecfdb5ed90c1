import { describe, expect, it } from 'vitest'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { confirmText } from './actionTexts.ts'

const writeOff: ResolvedAction = {
  name: 'approve',
  label: '核准',
  permission: 'pending.member_pending_point.approve',
  tone: 'success',
  kind: 'transition',
  transition: 'approve',
  call: { method: 'POST', path: '/api/pending/member_pending_point/{id}/approve' },
  confirm: '確定要沖銷 {outstandingPoints} 點嗎？',
}

describe('the question before an action', () => {
  it('the question before an action is filled with the values of the record', () => {
    const row = { id: 1, outstandingPoints: 12345 }
    expect(confirmText(writeOff, { kind: 'row', row })).toBe('確定要沖銷 12,345 點嗎？')
  })

  it('leaves out what the record does not have', () => {
    expect(confirmText(writeOff, { kind: 'row', row: { id: 1 } })).toBe('確定要沖銷  點嗎？')
  })

  it('tells the number of several records, then the same words as for one, with the sum', () => {
    const rows = { kind: 'rows', chosen: { ids: [1, 2], rowVersions: {} }, count: 2 } as const
    expect(confirmText(writeOff, { ...rows, sumOf: () => 24_690 })).toBe('確定要處理選取的 2 筆資料嗎？確定要沖銷 24,690 點嗎？')
    const post = { ...writeOff, confirm: '確定要核准此調整單嗎？核准後點數立即入帳。' }
    expect(confirmText(post, rows)).toBe('確定要處理選取的 2 筆資料嗎？確定要核准此調整單嗎？核准後點數立即入帳。')
    // A sum over only some of the rows must never be shown.
    expect(confirmText(writeOff, { ...rows, sumOf: () => null })).toBe('確定要處理選取的 2 筆資料嗎？')
  })

  it('tells it in the words of the action when they ask for it', () => {
    const activate = { ...writeOff, confirm: '確定要開卡 {n} 張嗎？' }
    expect(confirmText(activate, { kind: 'row', row: { id: 1 } })).toBe('確定要開卡 1 張嗎？')
    expect(confirmText(activate, { kind: 'rows', chosen: { query: '' }, count: 1200 })).toBe('確定要開卡 1,200 張嗎？')
  })
})
