// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import { createFakeHttp, type FakeServer } from '../screen/testing/fakeHttp.ts'
import { renderConsole } from '../screen/testing/renderConsole.tsx'
import { screenOf } from '../screen/testing/screenFactory.ts'
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

const choose = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.upload(page.getByLabelText('選擇檔案（.xlsx）'), file)
  await user.click(page.getByRole('button', { name: '確定' }))
}

describe('ImportDialog', () => {
  it('lists the errors by row and lets the file be chosen again', async () => {
    const { user, onImported } = draw(() => {
      throw new HttpProblem({
        kind: 'text',
        status: 400,
        code: 'M17',
        text: '匯入失敗，請修正下列錯誤：\n第 2 列：帳號 必填\n第 3 列：統編錯誤',
      })
    })
    await choose(user)
    expect(await page.findByText('第 2 列：帳號 必填')).toBeDefined()
    expect(page.getByText('第 3 列：統編錯誤')).toBeDefined()
    expect(onImported).not.toHaveBeenCalled()
    await user.upload(page.getByLabelText('選擇檔案（.xlsx）'), file)
    expect(page.queryByText('第 3 列：統編錯誤')).toBeNull()
  })

  it('sends the file, closes and loads the list again', async () => {
    const { http, user, onClose, onImported } = draw(() => ({ createdCount: 2 }))
    await choose(user)
    await waitFor(() => expect(onImported).toHaveBeenCalled())
    expect(onClose).toHaveBeenCalled()
    expect(http.calls[0]?.path).toBe('/api/test/things/import')
  })

  it('asks once more when the rows were only checked, and then has them written', async () => {
    const rows = [{ userName: 'amy' }]
    const { http, user, onImported } = draw((call) =>
      call.method === 'UPLOAD' ? { rows, errors: [], count: 1, next: 'POST /api/account/createUsers' } : { count: 1 },
    )
    await choose(user)
    expect(await page.findByText(/檢查通過，共 1 筆/)).toBeDefined()
    expect(onImported).not.toHaveBeenCalled()
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(onImported).toHaveBeenCalled())
    expect(http.calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/account/createUsers', body: { rows } })
  })

  it('offers the example file', async () => {
    const { http, user } = draw(() => null)
    await user.click(page.getByRole('button', { name: '下載範例檔' }))
    expect(http.calls[0]).toMatchObject({ method: 'DOWNLOAD', path: '/api/test/things/import/example' })
  })
})
