// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderConsole } from '../../testing/renderConsole.tsx'

const list = {
  tags: ['/_company/companies'],
  summary: '特約商：查詢',
  'x-permission': 'company.companies.view',
  parameters: [{ name: 'companyNo', in: 'query', description: '特約商代號', schema: { type: 'string' } }],
  responses: { 200: { description: '一頁資料', content: { 'application/json': { schema: { type: 'object' } } } } },
}
const token = { tags: ['connect/token'], 'x-permission': 'public', responses: { 200: { description: 'Default Response' } } }
const description = {
  info: { title: 'API', version: '1' },
  paths: { '/api/company/companies/{pageIndex}/{pageSize}': { get: list }, '/connect/token': { post: token } },
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const open = () => renderConsole('/settings/api', { answers: { 'GET /api/openapi.json': description }, claims: { fullname: '陳瑪莉' } })

describe('API 文件', () => {
  it('lists every call with its permission, and opens one', async () => {
    open()
    await userEvent.click(await screen.findByText('/api/company/companies/{pageIndex}/{pageSize}'))
    expect(screen.getByText('company.companies.view')).toBeTruthy()
    expect(await screen.findByRole('cell', { name: '特約商代號' })).toBeTruthy()
    expect(screen.getByText('200 一頁資料')).toBeTruthy()
  })

  it('finds calls by every word of the search', async () => {
    open()
    const search = await screen.findByRole('searchbox', { name: '搜尋 API' })
    await userEvent.type(search, 'POST token')
    expect(await screen.findByText(/共 1 個呼叫/)).toBeTruthy()
    expect(screen.queryByText('/api/company/companies/{pageIndex}/{pageSize}')).toBeNull()
    await userEvent.type(search, ' 沒有')
    expect(await screen.findByText('查無資料')).toBeTruthy()
  })
})
