import { describe, expect, it } from 'vitest'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { resolveScreen } from '../resolve/screen.ts'
import type { RoleView } from './explain.ts'
import { roleMatrix, roleMatrixCsv } from './roleMatrix.ts'

const entity: Entity = {
  name: 'lease',
  title: '租約',
  key: 'leaseNo',
  label: 'leaseNo',
  type: 'object',
  properties: {
    leaseNo: { type: 'string', title: '租約編號', 'x-immutable': true },
    companyNo: { type: 'string', title: '特約商' },
    note: { type: 'string', title: '備註' },
    phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
    rent: { type: 'integer', title: '租金', 'x-read': 'rent', 'x-write': 'price' },
    deposit: { type: 'integer', title: '押金', 'x-write': 'price' },
    total: { type: 'integer', title: '合計', 'x-formula': { $add: ['row.rent', 'row.deposit'] }, 'x-computed': true },
    endedOn: { type: 'string', format: 'date', title: '終止日' },
  },
}
const screen: Screen = {
  uri: '/_demo/leases',
  title: '租約',
  entity: 'lease',
  createPermission: 'sign',
  list: { columns: ['leaseNo'], toolbar: ['create'], rowActions: ['edit', 'view'] },
  forms: {
    create: { fields: ['leaseNo', 'companyNo', 'note', 'phone', 'rent', 'deposit', 'total'] },
    edit: { fields: ['leaseNo', 'companyNo', 'note', 'phone', 'rent', 'deposit', 'total', 'endedOn'] },
  },
}
const role = (code: string, rights: readonly string[], isScoped = false): RoleView => ({
  code,
  name: code,
  permissions: new Set(rights.map((right) => `demo.leases.${right}`)),
  isScoped,
})
const all = ['view', 'sign', 'edit', 'rent', 'price']

/** Cells of the lines of one kind, by name, as `seen fill`. */
function cellsFor(one: RoleView, changes: Partial<Entity> = {}, shown = screen, kind = 'field'): Readonly<Record<string, string>> {
  const changed = { ...entity, ...changes }
  const { lines } = roleMatrix([resolveScreen(shown, new Map([['lease', changed]]))], new Map([['lease', changed]]), [one])
  const told = lines.filter((line) => line.kind === kind)
  return Object.fromEntries(told.map(({ name, cells, fills }) => [name, [cells[0], fills?.[0]].filter(Boolean).join(' ')]))
}

describe('fields in the matrix of roles', () => {
  it('a role fills in what its forms have, as far as they do not lock it', () => {
    expect(cellsFor(role('ALL', all))).toEqual({
      leaseNo: 'shown create',
      companyNo: 'shown both',
      note: 'shown both',
      phone: 'masked both',
      rent: 'shown both',
      deposit: 'shown both',
      total: 'shown never',
      endedOn: 'shown edit',
    })
  })

  it('a role needs the permission of the form, and of the field', () => {
    const signed = { rent: 'none never', deposit: 'shown create', note: 'shown create', endedOn: 'none never' }
    expect(cellsFor(role('SIGNER', ['view', 'sign', 'price']))).toMatchObject(signed)
    expect(cellsFor(role('CREATOR', ['view', 'create', 'price']))).toMatchObject({ note: 'shown never', deposit: 'shown never' })
    const edited = { leaseNo: 'shown never', note: 'shown edit', rent: 'shown never', deposit: 'shown never' }
    expect(cellsFor(role('EDITOR', ['view', 'edit', 'rent']))).toMatchObject(edited)
    expect(Object.values(cellsFor(role('STRANGER', ['sign', 'edit', 'rent', 'price'])))).toEqual(Array(8).fill('none never'))
  })

  it('nobody fills in a form that the screen has no button for', () => {
    const onlyNew = { ...screen, list: { ...screen.list, rowActions: ['view'] } }
    expect(cellsFor(role('ALL', all), {}, onlyNew)).toMatchObject({ note: 'shown create', endedOn: 'shown never' })
  })

  it('users who see only their own company do not choose it', () => {
    const merchant = role('MERCHANT', all, true)
    expect(cellsFor(merchant, { scope: 'companyNo' })).toMatchObject({ companyNo: 'shown never', note: 'shown both' })
    expect(cellsFor(merchant, { scope: 'companyNo' }, screen, 'screen')).toEqual({ '': 'own' })
    expect(cellsFor(role('ALL', all), { scope: 'companyNo' })).toMatchObject({ companyNo: 'shown both' })
  })

  it('merchants have nothing where no company owns the records', () => {
    const merchant = role('MERCHANT', all, true)
    expect(cellsFor(merchant, {}, screen, 'screen')).toEqual({ '': 'nothing' })
    expect(cellsFor(merchant)).toMatchObject({ note: 'none never', endedOn: 'none never' })
    expect(cellsFor(merchant, { table: 'lease' })).toMatchObject({ note: 'shown both' })
  })

  it('the file says what may be seen, and with which forms filled in', () => {
    const [resolved, entities] = [resolveScreen(screen, new Map([['lease', entity]])), new Map([['lease', entity]])]
    const lines = roleMatrixCsv(roleMatrix([resolved], entities, [role('ALL', all), role('READER', ['view'])])).split('\r\n')
    const ofField = (name: string) => lines.find((line) => line.includes(`"欄位","${name}"`))
    expect(ofField('leaseNo')).toBe('"租約","/_demo/leases","欄位","leaseNo","租約編號","看得到、僅新增可填","看得到"')
    expect(ofField('phone')).toMatch(/"遮罩、可填","遮罩"$/)
    expect(ofField('endedOn')).toMatch(/"看得到、僅修改可填","無"$/)
    expect(ofField('rent')).toMatch(/"看得到、可填","無"$/)
  })
})
