import { describe, expect, it } from 'vitest'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { allowedFields } from '../rights/allowedFields.ts'
import { restrictScreen } from '../rights/restrictScreen.ts'
import { screenPermissions } from '../testing/screenPermissions.ts'
import { formVariants } from './fieldRights.ts'
import { resolveScreen } from './screen.ts'

const entity: Entity = {
  name: 'purchase',
  title: '採購',
  key: 'no',
  label: 'no',
  type: 'object',
  properties: {
    no: { type: 'string', title: '單號', 'x-unique': true },
    cost: { type: 'integer', title: '成本', 'x-read': 'cost', 'x-write': 'price' },
    supplier: { type: 'string', title: '供應商', 'x-write': 'price' },
  },
  required: ['no'],
}
const child: Entity = {
  ...entity,
  name: 'part',
  properties: { ...entity.properties, secret: { type: 'integer', title: '祕', 'x-read': 'other.parts.cost' } },
}
const document: Screen = {
  uri: '/_test/purchases',
  title: '採購',
  entity: 'purchase',
  list: {
    columns: ['no', { field: 'cost', total: true }],
    filters: [{ field: 'cost', op: 'between' }, 'no'],
    expand: ['cost'],
    toolbar: ['create', 'export'],
    rowActions: ['edit', 'view', 'history'],
  },
  forms: {
    create: {
      groups: [
        { title: '一', fields: ['no'] },
        { title: '二', fields: ['cost', 'supplier'] },
      ],
    },
    edit: { extends: 'create' },
  },
  children: { parts: { entity: 'part', by: 'no', columns: ['no', 'secret'], totals: ['secret'] } },
  report: { groups: ['cost'], sums: ['cost'] },
}
const screen = resolveScreen(document, new Map([entity, child].map((one) => [one.name, one])))
const all = ['view', 'create', 'edit', 'export', 'cost', 'price'].map((action) => `test.purchases.${action}`)
const restricted = (...without: readonly string[]) => {
  const held = new Set([...all, 'other.parts.cost'].filter((one) => !without.some((name) => one.endsWith(`.${name}`))))
  const given = restrictScreen(screen, held)
  if (given === null) throw new Error('the screen may be opened')
  return given
}

describe('fields for some people', () => {
  it('a form in steps stays one for those who see less of it', () => {
    const tabs = [
      { title: '一', fields: ['no'] },
      { title: '二', fields: ['cost', 'supplier'] },
    ]
    const inSteps = { ...document, forms: { create: { steps: true as const, tabs } } }
    const whole = resolveScreen(inSteps, new Map([entity, child].map((one) => [one.name, one])))
    const given = restrictScreen(whole, new Set(all.filter((one) => !/(cost|price)$/.test(one))))
    expect(given?.forms.create?.layout).toMatchObject({ kind: 'tabs', steps: true, tabs: [{ title: '一' }] })
  })

  it('their permissions can be granted, and their rules never reach a browser', () => {
    expect(screenPermissions(screen)).toEqual(expect.arrayContaining(['test.purchases.cost', 'test.purchases.price', 'other.parts.cost']))
    expect(JSON.stringify(restricted())).not.toContain('"rights"')
    expect(restricted().forms).toEqual(screen.forms)
  })

  it('nothing is left of a field for those who may not see it', () => {
    const cut = restricted('cost')
    const text = JSON.stringify({ ...cut, actions: {} })
    expect(text).not.toMatch(/"cost"|成本|"secret"/)
    expect(cut.report).toBeUndefined()
    expect(cut.list.expand).toBeUndefined()
    const { list, record, filter, sort, total } = allowedFields(cut, entity)
    for (const names of [list, record, filter, sort, total]) expect(names.has('cost')).toBe(false)
  })

  it('those who may see it but not fill it in read it in a stored record, and do without it in a new one', () => {
    const { create, edit, view } = restricted('price').forms
    expect([Object.keys(create?.fields ?? {}), create?.layout]).toEqual([
      ['no'],
      { kind: 'groups', groups: [expect.objectContaining({ fields: ['no'] })] },
    ])
    expect(Object.values(edit?.fields ?? {}).map(({ field, readonly }) => [field, readonly])).toEqual([
      ['no', false],
      ['cost', true],
      ['supplier', true],
    ])
    expect(Object.keys(edit?.schema.properties ?? {})).toEqual(['no'])
    expect(Object.keys(view?.fields ?? {})).toEqual(expect.arrayContaining(['cost', 'supplier']))
  })

  it('every form that anybody gets has a validator', () => {
    const compiled = new Set(formVariants(screen).map(({ validator }) => validator))
    for (const without of [[], ['cost'], ['price'], ['cost', 'price']]) {
      for (const form of Object.values(restricted(...without).forms)) expect(compiled).toContain(form.validator)
    }
  })
})
