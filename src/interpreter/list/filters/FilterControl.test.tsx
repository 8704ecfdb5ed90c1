// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { filterOf } from '../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { FilterControl } from './FilterControl.tsx'

afterEach(cleanup)

const chosen = filterOf({ field: 'companyNo', title: '特約商', kind: 'option', op: 'eq', dictionary: { name: 'Company' }, isScope: true })
/** As in the lists of companies, where the number is typed. */
const typed = filterOf({ field: 'companyNo', title: '特約商代號', kind: 'text', op: 'contains', isScope: true })
const own = { key: 'C000101', value: '晶采百貨' }

function draw(filter: typeof chosen, companyNo: string, options: readonly object[]) {
  const http = createFakeHttp(() => options)
  renderConsole(<FilterControl id="f" filter={filter} draft={{}} onChange={() => undefined} problemId={undefined} />, {
    http,
    user: { companyNo },
  })
}

describe('the filter of the company', () => {
  it.each([
    ['chosen', chosen],
    ['typed', typed],
  ])('the filter of the company that is %s stands fixed on the own company of a merchant', async (_how, filter) => {
    draw(filter, 'C000101', [own])
    const shown = await waitFor(() => page.getByDisplayValue<HTMLInputElement>('晶采百貨'))
    expect([shown.tagName, shown.disabled]).toEqual(['INPUT', true])
  })

  it.each([
    ['C000101', [own, { key: 'C000102', value: '晶采超市' }]],
    ['', [own]],
  ])('the filter of the company is chosen by a merchant that sees its group, and by staff', async (companyNo, options) => {
    draw(chosen, companyNo, options)
    await page.findByText('晶采百貨')
    expect(page.getByRole('combobox')).toBeDefined()
  })

  it.each([
    ['C000101', [own, { key: 'C000102', value: '晶采超市' }]],
    ['', [own]],
  ])('the filter of the company is typed by them too', async (companyNo, options) => {
    draw(typed, companyNo, options)
    expect((await page.findByRole<HTMLInputElement>('textbox')).disabled).toBe(false)
  })
})
