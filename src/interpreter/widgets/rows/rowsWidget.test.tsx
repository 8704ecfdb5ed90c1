// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

const field = testField('rows', {
  property: { type: 'array', maxItems: 3 },
  items: {
    name: testField('text', { field: 'name', title: '名稱' }),
    points: testField('number', { field: 'points', title: '點數', property: { type: 'integer', default: 0 } }),
    kind: testField('select', { field: 'kind', title: '類型', dictionary: { name: 'Kind' } }),
  },
})
const answers = { dictionaries: () => [{ key: 'A', value: '贈點' }] }

describe('RowsWidget', () => {
  it('adds a row with defaults and takes input', async () => {
    const { values } = renderWidget({ field }, answers)
    await userEvent.click(screen.getByRole('button', { name: '新增' }))
    expect(values.at(-1)).toEqual([{ points: 0 }])
    await userEvent.type(screen.getByLabelText('名稱 第 1 列'), 'ab')
    expect(values.at(-1)).toEqual([{ points: 0, name: 'ab' }])
  })

  it('adds up amounts while they are typed, and nothing else', async () => {
    const amounts = testField('rows', {
      property: { type: 'array' },
      items: {
        points: testField('number', { field: 'points', title: '點數', format: 'points', property: { type: 'integer' } }),
        rate: testField('number', { field: 'rate', title: '比率', format: 'percent', property: { type: 'number' } }),
      },
    })
    const { container } = renderWidget(
      { field: amounts, initial: [{ points: 1200, rate: 5 }, { points: 34, rate: 5 }, { rate: 1 }] },
      answers,
    )
    const sums = () => [...container.querySelectorAll('tfoot [data-sum]')].map((cell) => cell.textContent)
    expect(sums()).toEqual(['1,234'])
    await userEvent.type(screen.getByLabelText('點數 第 3 列'), '6')
    expect(sums()).toEqual(['1,240'])
  })

  it('what is multiplied is not added up: prices of one piece say nothing together', () => {
    const money = { format: 'money', property: { type: 'number' } } as const
    const formula = { $round: [{ $mul: ['row.count', 'row.price'] }, 0] } as const
    const priced = testField('rows', {
      property: { type: 'array' },
      items: {
        price: testField('number', { field: 'price', title: '單價', ...money }),
        total: testField('number', { field: 'total', title: '金額', format: 'money', property: { type: 'number', 'x-formula': formula } }),
      },
    })
    const { container } = renderWidget({ field: priced, initial: [{ price: 3, total: 6 }] }, answers)
    expect([...container.querySelectorAll('tfoot [data-sum]')].map((cell) => cell.getAttribute('data-sum'))).toEqual(['total'])
  })

  it('what is shown of another record is not added up either, and a dash stands where there is nothing', () => {
    const shown = { borrowedBy: 'item', property: { type: 'integer', 'x-computed': true } } as const
    const priced = testField('rows', {
      property: { type: 'array' },
      items: {
        price: testField('number', { field: 'price', title: '牌價', format: 'money', ...shown }),
        offer: testField('number', { field: 'offer', title: '報價', format: 'money', property: { type: 'integer' } }),
      },
    })
    const { container } = renderWidget({ field: priced, initial: [{ price: 30, offer: 20 }, { offer: 5 }] }, answers)
    expect([...container.querySelectorAll('tfoot [data-sum]')].map((cell) => cell.getAttribute('data-sum'))).toEqual(['offer'])
    expect([1, 2].map((place) => screen.getByLabelText(`牌價 第 ${place} 列`).textContent)).toEqual(['30', '—'])
  })

  it('moves and removes rows', async () => {
    const { values } = renderWidget({ field, initial: [{ name: 'a' }, { name: 'b' }] }, answers)
    await userEvent.click(screen.getByRole('button', { name: '下移第 1 列' }))
    expect(values.at(-1)).toEqual([{ name: 'b' }, { name: 'a' }])
    await userEvent.click(screen.getByRole('button', { name: '移除第 1 列' }))
    expect(values.at(-1)).toEqual([{ name: 'a' }])
    await userEvent.click(screen.getByRole('button', { name: '移除第 1 列' }))
    expect(values.at(-1)).toBeUndefined()
  })

  it('takes cells pasted from a spreadsheet, up to its limit, with labels as keys', async () => {
    const { values } = renderWidget({ field, initial: [{ name: 'a' }] }, answers)
    await screen.findByRole('option', { name: '贈點' })
    await userEvent.click(screen.getByLabelText('名稱 第 1 列'))
    await userEvent.paste('甲\t1,000\t贈點\r\n乙\t2\tA\r\n"丙\t丁"\t3\r\n戊\t4\r\n')
    expect(values.at(-1)).toEqual([
      { name: '甲', points: 1000, kind: 'A' },
      { name: '乙', points: 2, kind: 'A' },
      { name: '丙\t丁', points: 3 },
    ])
    expect(screen.getByText('最多3筆資料。')).toBeTruthy()
  })

  it('leaves a pasted word to the input', async () => {
    const { values } = renderWidget({ field, initial: [{ name: 'a' }] }, answers)
    await userEvent.click(screen.getByLabelText('名稱 第 1 列'))
    await userEvent.paste('bc')
    expect(values.at(-1)).toEqual([{ name: 'abc' }])
  })

  it('shows the errors of a cell beside it', () => {
    renderWidget({ field, initial: [{ name: 'a' }], rowErrors: { 0: { name: ['名稱 必填'] } } }, answers)
    expect(screen.getByLabelText('名稱 第 1 列').getAttribute('aria-describedby')).toBe(screen.getByText('名稱 必填').id)
  })

  it('shows no buttons when it cannot be edited', () => {
    renderWidget({ field, initial: [{ name: 'a' }], disabled: true }, answers)
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('draws many rows by pages, and the page of the first error', async () => {
    const many = testField('rows', {
      property: { type: 'array', maxItems: 5000 },
      items: { name: testField('text', { field: 'name', title: '名稱' }) },
    })
    const initial = Array.from({ length: 120 }, (_unused, index) => ({ name: `n${index}` }))
    const { rerender, container } = renderWidget({ field: many, initial })
    expect(screen.getByText('第 1–50 筆，共 120 筆')).toBeTruthy()
    expect(container.querySelectorAll('tbody input')).toHaveLength(50)
    await userEvent.click(screen.getByText('下一頁'))
    expect(screen.getByLabelText('名稱 第 51 列')).toBeTruthy()
    rerender({ field: many, rowErrors: { 110: { name: ['名稱 必填'] } } })
    expect(screen.getByText('第 101–120 筆，共 120 筆')).toBeTruthy()
  })
})
