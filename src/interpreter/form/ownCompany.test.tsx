// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Entity } from '../../language/documents/entity.ts'
import { resolveScreen } from '../../language/resolve/screen.ts'
import type { ResolvedForm } from '../../language/resolved.ts'
import { FormDialog } from './FormDialog.tsx'
import { formServer, renderForm } from './testing.tsx'

const entity: Entity = {
  ...{ name: 'good', title: '商品', key: 'goodNo', label: 'goodNo', scope: 'companyNo', type: 'object' },
  properties: {
    companyNo: { type: 'string', title: '特約商', 'x-dictionary': 'Company' },
    goodNo: { type: 'string', title: '品號' },
  },
  required: ['companyNo', 'goodNo'],
}
const goods = resolveScreen(
  {
    uri: '/_test/goods',
    title: '商品',
    entity: 'good',
    list: { columns: ['goodNo'] },
    forms: { create: { fields: ['companyNo', 'goodNo'] } },
  },
  new Map([['good', entity]]),
)
const companies = () => [
  { key: 'C1', value: '甲店' },
  { key: 'C2', value: '乙店' },
]

afterEach(cleanup)

const saved = { data: { id: 1 }, messageCode: null }

function open(company: string, initial: Readonly<Record<string, unknown>> = {}) {
  const server = formServer(() => saved, { dictionaries: companies })
  const form = goods.forms.create as ResolvedForm
  const nothing = () => undefined
  renderForm(<FormDialog screen={goods} form={form} initial={initial} onClose={nothing} onSaved={nothing} />, server, [goods], {
    companyNo: company,
  })
  return server
}

it('the company of a new record is the own one of whoever works for a merchant, and cannot be another, not even of a copied record', async () => {
  const server = open('C1', { companyNo: 'C2' })
  const company = await page.findByRole<HTMLSelectElement>('combobox', { name: /特約商/ })
  expect([company.value, company.disabled]).toEqual(['C1', true])
  await userEvent.type(page.getByRole('textbox', { name: /品號/ }), 'A')
  await userEvent.click(page.getByRole('button', { name: '確定' }))
  expect(server.calls).toMatchObject([{ body: { companyNo: 'C1', goodNo: 'A' } }])
})

it('staff choose the company', async () => {
  open('')
  const company = await page.findByRole<HTMLSelectElement>('combobox', { name: /特約商/ })
  expect([company.value, company.disabled]).toEqual(['', false])
})
