// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import { screenOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp, type FakeServer } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { ImportDialog } from './ImportDialog.tsx'

afterEach(cleanup)

const file = new File(['x'], 'users.xlsx')

function draw(server: FakeServer) {
  const http = createFakeHttp(server)
  const onClose = vi.fn()
  const onImported = vi.fn()
  renderConsole(<ImportDialog title="匯入" screen={screenOf()} onClose={onClose} onImported={onImported} />, { http })
  return { http, onClose, onImported, user: userEvent.setup() }
}

const choose = (user: ReturnType<typeof userEvent.setup>, chosen = file) =>
  user.upload(page.getByLabelText('選擇檔案（.xlsx、.csv）'), chosen)
const confirm = () => page.getByRole<HTMLButtonElement>('button', { name: '確定' })
const checked = { count: 25, headings: ['名稱'], rows: [{ number: 2, cells: ['甲'] }], errors: [], errorCount: 0 }

describe('ImportDialog', () => {
  it('shows what is in the file before anything is written, then writes it once, however often 確定 is pressed', async () => {
    const { http, user, onClose, onImported } = draw(({ path }) => (path.endsWith('?check=true') ? checked : { createdCount: 25 }))
    expect(confirm().disabled).toBe(true)
    await choose(user)
    expect(await page.findByText(/檢查通過，共 25 筆/)).toBeDefined()
    expect(page.getByRole('table', { name: '檔案內容，前 1 筆' }).textContent).toContain('甲')
    expect(onImported).not.toHaveBeenCalled()
    fireEvent.click(confirm())
    fireEvent.click(confirm())
    await waitFor(() => expect(onImported).toHaveBeenCalledOnce())
    expect(onClose).toHaveBeenCalled()
    expect(http.calls.map((call) => call.path)).toEqual(['/api/test/things/import?check=true', '/api/test/things/import'])
  })

  it('lists the errors by row and lets the file be chosen again', async () => {
    const errors = [
      { row: 2, message: '帳號 必填' },
      { row: 3, message: '統編錯誤' },
    ]
    const { user, onImported } = draw(() => ({ ...checked, errors, errorCount: 2 }))
    await choose(user)
    expect(await page.findByText('第 2 列：帳號 必填')).toBeDefined()
    expect(page.getByText('第 3 列：統編錯誤')).toBeDefined()
    expect(confirm().disabled).toBe(true)
    expect(onImported).not.toHaveBeenCalled()
    expect(page.getByLabelText<HTMLInputElement>('選擇檔案（.xlsx、.csv）').files).toHaveLength(0)
  })

  it('lists the errors of a file that is refused as a whole', async () => {
    const { user } = draw(() => {
      throw new HttpProblem({ kind: 'text', status: 400, code: 'M17', text: '匯入失敗，請修正下列錯誤：\n第 2 列：帳號 必填' })
    })
    await choose(user)
    expect(await page.findByText('第 2 列：帳號 必填')).toBeDefined()
    expect(confirm().disabled).toBe(true)
  })

  it('ImportDialog does not take the answer about an older file for one about a newer', async () => {
    const answers: ((body: unknown) => void)[] = []
    const { user } = draw(() => new Promise((resolve) => answers.push(resolve)))
    await choose(user)
    await choose(user, new File(['y'], 'newer.xlsx'))
    answers[1]?.({ ...checked, count: 2 })
    expect(await page.findByText(/檢查通過，共 2 筆/)).toBeDefined()
    answers[0]?.({ ...checked, count: 1 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(page.queryByText(/檢查通過，共 1 筆/)).toBeNull()
  })

  it('calls what the server names for checked rows', async () => {
    const rows = [{ userName: 'amy' }]
    const { http, user, onImported } = draw((call) =>
      call.method === 'UPLOAD' ? { rows, errors: [], count: 1, next: 'POST /api/account/createUsers' } : { count: 1 },
    )
    await choose(user)
    expect(await page.findByText(/檢查通過，共 1 筆/)).toBeDefined()
    await user.click(confirm())
    await waitFor(() => expect(onImported).toHaveBeenCalled())
    expect(http.calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/account/createUsers', body: { rows } })
  })

  it('offers the example file', async () => {
    const { http, user } = draw(() => null)
    await user.click(page.getByRole('button', { name: '下載範例檔' }))
    expect(http.calls[0]).toMatchObject({ method: 'DOWNLOAD', path: '/api/test/things/import/example' })
  })
})
