import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it('warns when a create form can never be saved', () =>
  expect(findings({ screen: { forms: { create: { fields: ['kind'] } } } })).toContain('required-not-in-form /forms/create'))

const forms = (forms: object) => findings({ screen: { forms } })

it('a form is refused that lacks a field required under a condition, for then it could not be saved', () => {
  expect(forms({ create: { fields: ['shopName', 'kind'] } })).toContain('required-not-in-form /forms/create')
  expect(forms({ create: { fields: ['shopName', 'kind', 'cityCode'] } })).not.toContain('required-not-in-form /forms/create')
})

it('a form is refused that hides or locks a required field without a value', () => {
  const when = { kind: { visible: { 'form.isOpen': { eq: true } } }, shopName: { readonly: { 'form.isOpen': { eq: true } } } }
  expect(forms({ create: { fields: ['shopName', 'kind', 'cityCode', 'isOpen'], when } })).toEqual(
    expect.arrayContaining([
      'required-not-in-form /forms/create/when/kind/visible',
      'required-not-in-form /forms/create/when/shopName/readonly',
    ]),
  )
  const emptied = { when: { shopName: when.kind }, onHidden: { shopName: 'clear' } }
  expect(forms({ edit: { fields: ['shopName', 'isOpen'], ...emptied } })).toContain(
    'required-not-in-form /forms/edit/when/shopName/visible',
  )
  expect(forms({ edit: { fields: ['shopName', 'isOpen'], when: emptied.when } }).join()).not.toContain('/forms/edit/when')
})

it('a default form has all required fields', () => expect(findings({ screen: { forms: {} } })).toEqual([]))
