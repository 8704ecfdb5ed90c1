// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedField, ResolvedForm } from '../../language/resolved.ts'
import { FormDialog } from './FormDialog.tsx'
import { formServer, renderForm } from './testing.tsx'
import { shopDictionaries, shopForm, shopScreen } from './testScreens.ts'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

/** A form whose fields record when they are drawn: a control reads `ui` whenever it renders. */
function watchedForm(form: ResolvedForm, drawn: string[]): ResolvedForm {
  const watch = (field: ResolvedField): ResolvedField =>
    Object.defineProperty({ ...field }, 'ui', {
      get: () => {
        drawn.push(field.field)
        return field.ui
      },
    })
  return { ...form, fields: Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, watch(field)])) }
}

describe('a form while typing', () => {
  it('draws the changed field only, and those that depend on it', async () => {
    const drawn: string[] = []
    const form = watchedForm(shopForm('create'), drawn)
    const server = formServer(() => ({ data: {}, messageCode: null }), { dictionaries: shopDictionaries })
    renderForm(<FormDialog screen={shopScreen} form={form} onClose={() => undefined} onSaved={() => undefined} />, server, [shopScreen])
    const name = await screen.findByLabelText(/^名稱/)
    await screen.findByRole('option', { name: '臺北市' })
    await userEvent.click(name)
    drawn.length = 0
    await userEvent.keyboard('abc')
    expect(new Set(drawn)).toEqual(new Set(['name']))
    await userEvent.click(screen.getByRole('button', { name: /地址/ }))
    drawn.length = 0
    await userEvent.selectOptions(screen.getByLabelText(/^縣市/), '臺北市')
    expect(new Set(drawn)).toEqual(new Set(['cityCode', 'districtCode']))
  })
})
