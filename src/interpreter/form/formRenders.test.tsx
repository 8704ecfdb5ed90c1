// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
  it('draws nothing for a text on which nothing depends, otherwise the changed field and those that depend on it', async () => {
    const drawn: string[] = []
    const form = watchedForm(shopForm('create'), drawn)
    const server = formServer(() => ({ data: {}, messageCode: null }), { dictionaries: shopDictionaries })
    renderForm(<FormDialog screen={shopScreen} form={form} onClose={() => undefined} onSaved={() => undefined} />, server, [shopScreen])
    const name = await screen.findByLabelText(/^名稱/)
    await screen.findByRole('option', { name: '臺北市' })
    await userEvent.click(name)
    drawn.length = 0
    await userEvent.keyboard('abc')
    expect(name).toHaveProperty('value', 'abc')
    expect(drawn).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: /地址/ }))
    drawn.length = 0
    await userEvent.selectOptions(screen.getByLabelText(/^縣市/), '臺北市')
    expect(new Set(drawn)).toEqual(new Set(['cityCode', 'districtCode']))
  })

  it('shows errors after a failed attempt that follow every key', async () => {
    const server = formServer(() => ({ data: {}, messageCode: null }), { dictionaries: shopDictionaries })
    const form = <FormDialog screen={shopScreen} form={shopForm('create')} onClose={() => undefined} onSaved={() => undefined} />
    renderForm(form, server, [shopScreen])
    const name = await screen.findByLabelText(/^名稱/)
    await userEvent.type(name, '一二三四五六')
    expect(name.getAttribute('aria-invalid')).toBe('false')
    await userEvent.click(screen.getByRole('button', { name: '確定' }))
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(name, '{Backspace}')
    expect(name.getAttribute('aria-invalid')).toBe('false')
    expect(server.calls).toEqual([])
  })

  it('keeps a text that RJSF was not told yet when something else changes, and sends it', async () => {
    const server = formServer(() => ({ data: {}, messageCode: null }), { dictionaries: shopDictionaries })
    const form = <FormDialog screen={shopScreen} form={shopForm('create')} onClose={() => undefined} onSaved={() => undefined} />
    renderForm(form, server, [shopScreen])
    const name = await screen.findByLabelText(/^名稱/)
    await userEvent.type(name, '一號店')
    await userEvent.selectOptions(screen.getByLabelText(/^類型/), '2')
    expect(name).toHaveProperty('value', '一號店')
    await userEvent.type(screen.getByLabelText(/^總店代號/), 'S1{Enter}')
    await vi.waitFor(() => expect(server.calls).toHaveLength(1), 30_000)
    expect(server.calls[0]?.body).toMatchObject({ name: '一號店', kind: '2', parentNo: 'S1' })
  })
})
