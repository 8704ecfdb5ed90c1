// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { filterOf } from '../../testing/screenFactory.ts'
import { FilterControl } from './FilterControl.tsx'

afterEach(cleanup)

const chosen = filterOf({ field: 'companyNo', title: '特約商', kind: 'option', op: 'eq', dictionary: { name: 'Company' }, isScope: true })
/** As the lists of companies themselves have it: what is typed is the number. */
const typed = filterOf({ field: 'companyNo', title: '特約商代號', kind: 'text', op: 'contains', isScope: true })
const own = { key: 'C000101', value: '晶采百貨' }

function draw(filter: typeof chosen, userType: string, options: readonly object[]) {
  const http = createFakeHttp(() => options)
  const user = { userType, companyNo: 'C000101' }
  renderConsole(<FilterControl id="f" filter={filter} draft={{}} onChange={() => undefined} problemId={undefined} />, { http, user })
}

describe('the filter of the company', () => {
  it.each([
    ['chosen', chosen],
    ['typed', typed],
  ])('that is %s stands fixed on the own company of a merchant', async (_how, filter) => {
    draw(filter, '2', [own])
    const shown = await waitFor(() => page.getByDisplayValue<HTMLInputElement>('晶采百貨'))
    expect([shown.tagName, shown.disabled]).toEqual(['INPUT', true])
  })

  it.each([
    ['2', [own, { key: 'C000102', value: '晶采超市' }]],
    ['1', [own]],
  ])('is chosen by a merchant that sees its group, and by staff', async (userType, options) => {
    draw(chosen, userType, options)
    await page.findByText('晶采百貨')
    expect(page.getByRole('combobox')).toBeDefined()
  })

  it.each([
    ['2', [own, { key: 'C000102', value: '晶采超市' }]],
    ['1', [own]],
  ])('is typed by them too', async (userType, options) => {
    draw(typed, userType, options)
    expect((await page.findByRole<HTMLInputElement>('textbox')).disabled).toBe(false)
  })
})
