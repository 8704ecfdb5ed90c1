// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderConsole } from '../../testing/renderConsole.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const file = {
  id: 1,
  fileName: '門市維護_20260301100304.zip',
  createdAt: '2026-03-01T02:03:04Z',
  path: '/api/noticeboard/files/1',
  state: 'done',
  totalCount: 200_000,
  doneCount: 200_000,
}

describe('export files on the notice board', () => {
  it('export files on the notice board are downloaded when they are done, and show how far they are before', async () => {
    const files = [
      file,
      { ...file, id: 2, fileName: '甲.zip', state: 'running', doneCount: 50_001 },
      { ...file, id: 3, fileName: '乙.zip', state: 'failed' },
    ]
    renderConsole('/noticeboard', { claims: {}, answers: { 'GET /api/noticeboard/files': files } })
    expect(await screen.findByRole('button', { name: '下載 門市維護_20260301100304.zip' })).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: '甲.zip 的進度' }).value).toBe(50_001)
    expect(screen.getByText('50,001 / 200,000 筆')).toBeTruthy()
    expect(screen.getByText('匯出失敗，請重新匯出。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '下載 甲.zip' })).toBeNull()
  })
})
