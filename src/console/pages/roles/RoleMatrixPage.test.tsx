// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RoleMatrix } from '../../../answers/roleMatrix.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'

const base = { uri: '/_demo/leases', screen: '租約' }
const matrix: RoleMatrix = {
  roles: [
    { code: 'OPS', name: '營運人員' },
    { code: 'AUD', name: '稽核人員' },
    { code: 'MER', name: '特約商人員' },
  ],
  lines: [
    { ...base, kind: 'screen', name: '', title: '租約', cells: ['all', 'all', 'own'] },
    { ...base, kind: 'field', name: 'leaseNo', title: '編號', cells: ['shown', 'shown', 'none'], fills: ['create', 'never', 'never'] },
    { ...base, kind: 'field', name: 'phone', title: '電話', cells: ['masked', 'masked', 'masked'], fills: ['both', 'never', 'edit'] },
    { ...base, kind: 'action', name: 'end', title: '終止', cells: ['allowed', 'none', 'none'] },
  ],
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const open = () =>
  renderConsole('/settings/role_matrix', { answers: { 'GET /api/account/role_matrix': matrix }, claims: { fullname: '陳瑪莉' } })
const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('角色權限總表', () => {
  it('lists every screen with whose records each role has', async () => {
    open()
    await screen.findByRole('columnheader', { name: /營運人員/ })
    expect(cellsOf(/租約/)).toEqual(['全部資料', '全部資料', '自己的資料'])
    expect(screen.queryByRole('row', { name: /leaseNo/ })).toBeNull()
  })

  it('says of the fields of a screen who sees them and with which form fills them in, and explains the words', async () => {
    open()
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: '畫面' }), '/_demo/leases')
    expect(cellsOf(/leaseNo/)).toEqual(['看得到僅新增可填', '看得到', '無'])
    expect(cellsOf(/phone/)).toEqual(['遮罩可填', '遮罩', '遮罩僅修改可填'])
    expect(cellsOf(/終止/)).toEqual(['可以', '無', '無'])
    const legend = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(legend).toEqual(expect.arrayContaining(['僅新增可填 新增時填，之後不可修改', '僅修改可填 新增時沒有，修改時才可填']))
  })
})
