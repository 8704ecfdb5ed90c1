// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, type TestAnswers, testField } from '../testing.tsx'

afterEach(cleanup)

const districts: Readonly<Record<string, readonly { key: string; value: string }[]>> = {
  A: [
    { key: '100', value: '中正區' },
    { key: '103', value: '大同區' },
  ],
  H: [{ key: '320', value: '中壢區' }],
}
const answers: TestAnswers = {
  dictionaries: ({ name, strArg }) =>
    name === 'District'
      ? (districts[strArg ?? ''] ?? [])
      : [
          { key: '1', value: '發行店' },
          { key: '2', value: '兌換店' },
          { key: '3', value: '加盟店' },
          { key: '4', value: '郵購（已停用）', ended: true },
        ],
}
const dictionary = { name: 'CompanyType' }
const dependent = { name: 'District', strArg: 'form.cityCode' }

describe('SelectWidget', () => {
  it('offers 請選擇 while nothing need be chosen, and reports the key', async () => {
    const { values } = renderWidget({ field: testField('select', { dictionary }) }, answers)
    await screen.findByRole('option', { name: '兌換店' })
    await userEvent.selectOptions(screen.getByLabelText('範例'), '兌換店')
    await userEvent.selectOptions(screen.getByLabelText('範例'), '請選擇')
    expect(values).toEqual(['2', undefined])
  })

  it('offers no 請選擇 when a required field has a value', async () => {
    renderWidget({ field: testField('select', { dictionary }), initial: '1', required: true }, answers)
    await screen.findByRole('option', { name: '發行店' })
    expect(screen.queryByRole('option', { name: '請選擇' })).toBeNull()
  })

  it('shows the key of a stored value that is no longer offered', async () => {
    renderWidget({ field: testField('select', { dictionary }), initial: '9' }, answers)
    await screen.findByRole('option', { name: '9' })
    expect(screen.getByLabelText<HTMLSelectElement>('範例').value).toBe('9')
  })

  it('offers what has ended only to a record that has it', async () => {
    renderWidget({ field: testField('select', { dictionary }) }, answers)
    await screen.findByRole('option', { name: '兌換店' })
    expect(screen.queryByRole('option', { name: '郵購（已停用）' })).toBeNull()
    cleanup()
    renderWidget({ field: testField('select', { dictionary }), initial: '4' }, answers)
    await screen.findByRole('option', { name: '郵購（已停用）' })
    await userEvent.selectOptions(screen.getByLabelText('範例'), '兌換店')
    expect(screen.getByRole('option', { name: '郵購（已停用）' })).toBeTruthy()
  })

  it('keeps numbers as numbers', async () => {
    const { values } = renderWidget({ field: testField('select', { dictionary, property: { type: 'integer' } }) }, answers)
    await screen.findByRole('option', { name: '加盟店' })
    await userEvent.selectOptions(screen.getByLabelText('範例'), '加盟店')
    expect(values).toEqual([3])
  })

  it('clears a value that the new parent does not offer, and keeps one that came with the record', async () => {
    const { values, rerender } = renderWidget(
      { field: testField('select', { dictionary: dependent }), initial: '103', strArg: 'A' },
      answers,
    )
    await screen.findByRole('option', { name: '大同區' })
    expect(values).toEqual([])
    rerender({ strArg: 'H' })
    await screen.findByRole('option', { name: '中壢區' })
    await waitFor(() => expect(values).toEqual([undefined]))
  })

  it('clears its value when the parent is emptied', async () => {
    const { values, rerender } = renderWidget(
      { field: testField('select', { dictionary: dependent }), initial: '103', strArg: 'A' },
      answers,
    )
    await screen.findByRole('option', { name: '大同區' })
    rerender({ strArg: undefined })
    await waitFor(() => expect(values).toEqual([undefined]))
  })
})

describe('RadioWidget', () => {
  it('chooses from a dictionary', async () => {
    const { values } = renderWidget({ field: testField('radio', { dictionary }) }, answers)
    await userEvent.click(await screen.findByLabelText('兌換店'))
    expect(values).toEqual(['2'])
  })

  it('offers 是 and 否 for a boolean, or the words of the form', async () => {
    const field = testField('radio', { property: { type: 'boolean' }, dictionary: { name: 'BoolToTwoValues' } })
    const { values } = renderWidget({ field })
    await userEvent.click(screen.getByLabelText('是'))
    await userEvent.click(screen.getByLabelText('否'))
    expect(values).toEqual([true, false])
    cleanup()
    renderWidget({ field: { ...field, ui: { labels: { true: '啟用', false: '停用' } } } })
    expect(screen.getByLabelText('啟用')).toBeTruthy()
  })
})

describe('CheckboxesWidget', () => {
  it('keeps the order of the dictionary and reports nothing when all are unchecked', async () => {
    const field = testField('checkboxes', { property: { type: 'array', items: { type: 'string' } }, dictionary })
    const { values } = renderWidget({ field }, answers)
    await userEvent.click(await screen.findByLabelText('加盟店'))
    await userEvent.click(screen.getByLabelText('發行店'))
    expect(values.at(-1)).toEqual(['1', '3'])
    await userEvent.click(screen.getByLabelText('發行店'))
    await userEvent.click(screen.getByLabelText('加盟店'))
    expect(values.at(-1)).toBeUndefined()
  })
})

describe('SwitchWidget', () => {
  it('SwitchWidget switches', async () => {
    const { values } = renderWidget({ field: testField('switch', { property: { type: 'boolean' } }), initial: false })
    await userEvent.click(screen.getByRole('switch', { name: '範例' }))
    expect(values).toEqual([true])
  })
})

describe('MultiselectWidget', () => {
  const field = testField('multiselect', { property: { type: 'array', items: { type: 'string' } }, dictionary })

  it('MultiselectWidget is searched and used by keyboard alone', async () => {
    const { values } = renderWidget({ field }, answers)
    const input = screen.getByRole('combobox', { name: '範例' })
    await userEvent.type(input, '店')
    await screen.findByRole('option', { name: '發行店' })
    await userEvent.clear(input)
    await userEvent.type(input, '兌換{Enter}')
    expect(values.at(-1)).toEqual(['2'])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(values.at(-1)).toEqual(['2', '3'].sort())
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(values.at(-1)).toBeUndefined()
  })

  it('takes a choice away by the button of its tag', async () => {
    const { values } = renderWidget({ field, initial: ['1', '2'] }, answers)
    await userEvent.click(await screen.findByRole('button', { name: '移除 發行店' }))
    expect(values).toEqual([['2']])
  })
})
