// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

const lines = [
  { key: 'company', value: '特約商管理', parentKey: null },
  { key: 'company.companies', value: '基本資料設定', parentKey: 'company' },
  { key: 'company.companies.view', value: '查詢', parentKey: 'company.companies' },
  { key: 'company.companies.edit', value: '修改', parentKey: 'company.companies' },
  { key: 'logs', value: '紀錄查詢', parentKey: null },
  { key: 'logs.activitylog', value: '系統活動紀錄', parentKey: 'logs' },
  { key: 'logs.activitylog.view', value: '檢視', parentKey: 'logs.activitylog' },
]
const answers = { get: { '/api/account/permissions': lines } }
const field = testField('tree', { property: { type: 'array', items: { type: 'string' } } })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

describe('TreeWidget', () => {
  it('forces view with another action of the resource, and holds it', async () => {
    const { values } = renderWidget({ field }, answers)
    await userEvent.click(await screen.findByRole('checkbox', { name: '修改' }))
    expect(values.at(-1)).toEqual(['company.companies.view', 'company.companies.edit'])
    expect(box('查詢').disabled).toBe(true)
    await userEvent.click(box('修改'))
    await userEvent.click(box('查詢'))
    expect(values.at(-1)).toBeUndefined()
  })

  it('chooses and drops a whole group, and shows a part of it half-checked', async () => {
    const { values } = renderWidget({ field, initial: ['company.companies.view'] }, answers)
    const group = await screen.findByRole<HTMLInputElement>('checkbox', { name: '特約商管理' })
    expect(group.indeterminate).toBe(true)
    await userEvent.click(group)
    expect(values.at(-1)).toEqual(['company.companies.view', 'company.companies.edit'])
    expect(group.checked).toBe(true)
    await userEvent.click(group)
    expect(values.at(-1)).toBeUndefined()
  })

  it('TreeWidget takes its lines from where the document says', async () => {
    const own = testField('tree', {
      property: { type: 'array', items: { type: 'string' } },
      ui: { options: { source: 'GET /api/example/areas' } },
    })
    renderWidget({ field: own }, { get: { '/api/example/areas': [{ key: 'north', value: '北區', parentKey: null }] } })
    expect(await screen.findByRole('checkbox', { name: '北區' })).toBeTruthy()
  })

  it('offers what another field decides, and drops what that does not know', async () => {
    const own = testField('tree', {
      property: { type: 'array', items: { type: 'string' } },
      ui: { options: { source: 'GET /api/account/permissions?userType=form.userType' } },
    })
    const merchant = lines.filter(({ key }) => key !== 'company.companies.edit' && !key.startsWith('logs'))
    const paths = { '/api/account/permissions?userType=1': lines, '/api/account/permissions?userType=2': merchant }
    const chosen = ['company.companies.view', 'logs.activitylog.view', 'part.not.installed']
    const { values, rerender } = renderWidget({ field: own, initial: chosen, strArg: '1' }, { get: paths })
    await screen.findByRole('checkbox', { name: '紀錄查詢' })
    rerender({ strArg: '2' })
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '紀錄查詢' })).toBeNull())
    await waitFor(() => expect(values.at(-1)).toEqual(['company.companies.view', 'part.not.installed']))
  })

  it('TreeWidget is searched', async () => {
    renderWidget({ field }, answers)
    await screen.findByRole('checkbox', { name: '修改' })
    await userEvent.type(screen.getByRole('searchbox', { name: '搜尋功能' }), '系統活動')
    expect(screen.queryByRole('checkbox', { name: '修改' })).toBeNull()
    expect(box('檢視')).toBeTruthy()
  })

  it('keeps permissions that the tree does not know', async () => {
    const { values } = renderWidget({ field, initial: ['old.thing.view'] }, answers)
    await userEvent.click(await screen.findByRole('checkbox', { name: '檢視' }))
    expect(values.at(-1)).toEqual(['logs.activitylog.view', 'old.thing.view'])
  })
})
