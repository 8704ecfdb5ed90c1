// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { todayInTaipei } from '../../src/client/format.ts'
import type { PredicateScope } from '../../src/language/predicate/predicate.ts'
import { evaluate } from '../../src/language/predicate/predicate.ts'
import type { ResolvedField, ResolvedForm, ResolvedScreen } from '../../src/language/resolved.ts'
import { message } from '../../src/rules/messages.ts'
import { drawForm } from './drawScreen.tsx'
import { shippedScreens } from './shipped.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

const forms = shippedScreens.flatMap(([uri, screen]) =>
  Object.values(screen.forms).map((form) => [`${uri} ${form.name}`, screen, form] as const),
)
const creating = forms.filter(([, , form]) => form.mode === 'create')

/** Fields of the first tab and outside of tabs, because other tabs are drawn when they are opened. */
function firstFields(form: ResolvedForm): readonly ResolvedField[] {
  const { layout } = form
  const content = layout.kind === 'tabs' ? layout.tabs[0]?.content : layout
  const groups = content?.kind === 'groups' ? content.groups : []
  // Collapsed content is drawn when it is opened.
  const names = groups.filter((group) => !group.collapsed).flatMap((group) => group.fields)
  return names.flatMap((name) => form.fields[name] ?? [])
}

/** Initial values of a new record. */
function startValue({ property, widget }: ResolvedField): unknown {
  if (property.default !== undefined) return property.default
  if (property['x-today'] === true) return todayInTaipei()
  return widget === 'switch' ? false : widget === 'tiers' ? [{}] : undefined
}

/** Required fields of an empty record, in the order of the form. */
function requiredWhenEmpty(form: ResolvedForm): readonly ResolvedField[] {
  const fields = Object.values(form.fields)
  const values = Object.fromEntries(fields.map((field) => [field.field, startValue(field)]))
  const scope: PredicateScope = {
    form: values,
    row: values,
    user: { userName: 'amy', userType: '1', companyNo: '', roles: [], permissions: [] },
  }
  return fields.filter(({ field, readonly, required, conditions }) => {
    const isVisible = conditions?.visible === undefined || evaluate(conditions.visible, scope)
    const isRequired = required || (conditions?.required !== undefined && evaluate(conditions.required, scope))
    return !readonly && isVisible && isRequired && values[field] === undefined
  })
}

describe.each(forms)('%s', (_name, screen: ResolvedScreen, form: ResolvedForm) => {
  it('opens under its title with the fields of its document', async () => {
    drawForm(screen, form)
    const place = await page.findByRole(form.open === 'page' ? 'region' : 'dialog', { name: form.title })
    const scopeFree = firstFields(form).filter((field) => field.conditions?.visible === undefined)
    await waitFor(() => {
      for (const field of scopeFree)
        expect(within(place).queryAllByText(field.title, { exact: false }).length, field.field).toBeGreaterThan(0)
    })
    expect(page.queryByText(/^\/(list|forms)/), 'a box in place of a broken part').toBeNull()
    // A scrollable element without controls must be focusable itself, so that it can be scrolled by keyboard.
    if (form.mode === 'view') expect(within(place).getByRole('region', { name: '資料內容' }).tabIndex).toBe(0)
    for (const tab of within(place).queryAllByRole('tab')) {
      fireEvent.click(tab)
      await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'))
      expect(page.queryByText(/^\/(list|forms)/), tab.textContent ?? '').toBeNull()
    }
    const hasConfirm = within(place).queryByRole('button', { name: '確定' }) !== null
    expect(hasConfirm).toBe(form.mode !== 'view')
  })
})

describe.each(creating)('%s, submitted without input', (_name, screen: ResolvedScreen, form: ResolvedForm) => {
  it('shows what is required, by the exact titles, and sends nothing', async () => {
    const { http } = drawForm(screen, form)
    const place = await page.findByRole(form.open === 'page' ? 'region' : 'dialog', { name: form.title })
    const wanted = requiredWhenEmpty(form).map((field) => message('M05', { title: field.title }))
    expect(wanted, 'a form that requires nothing saves an empty record').not.toEqual([])
    expect(within(place).queryByRole('alert')).toBeNull()
    fireEvent.click(await within(place).findByRole('button', { name: '確定' }))
    const list = await within(place).findByRole('alert')
    const shown = within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect([...shown].sort()).toEqual([...wanted].sort())
    expect(
      http.calls.filter((call) => call.method === 'POST' || (call.method === 'PUT' && call.path !== '/api/shared/dictionary')),
    ).toEqual([])
  })
})
