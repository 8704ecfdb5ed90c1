import { expect, it } from 'vitest'
import { findings } from '../../testing/documents.ts'

it('warns when a create form can never be saved', () =>
  expect(findings({ screen: { forms: { create: { fields: ['kind'] } } } })).toContain('required-not-in-form /forms/create'))

it('a default form has all required fields', () => expect(findings({ screen: { forms: {} } })).toEqual([]))
