// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolvedField } from '../../../language/resolved.ts'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

const field = testField('tiers', { property: { type: 'array' } })
const tier = (conditionSeq: number, conditionPoint: number, discountRate: number) => ({ conditionSeq, conditionPoint, discountRate })
const withLimit = (limit: number): ResolvedField => ({ ...field, ui: { limit } })
const add = () => userEvent.click(screen.getByRole('button', { name: '新增' }))

describe('TiersWidget', () => {
  it('shows the hint and both titles', () => {
    renderWidget({ field, initial: [tier(1, 0, 0)] })
    expect(screen.getByText('請由小至大輸入點數')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: '回饋點數' })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: '點數折扣率' })).toBeTruthy()
    expect(screen.getByText('大於等於')).toBeTruthy()
  })

  it('adds a row of zeros once the rows validate', async () => {
    const { values } = renderWidget({ field, initial: [tier(1, 0, 0)] })
    await add()
    expect(values).toEqual([[tier(1, 0, 0), tier(2, 0, 0)]])
  })

  it('TiersWidget does not add while a row is wrong, and says what is wrong', async () => {
    const { values } = renderWidget({ field, initial: [tier(1, 0, 0)] })
    fireEvent.change(screen.getByLabelText('回饋點數 1'), { target: { value: '' } })
    fireEvent.change(screen.getByLabelText('點數折扣率 1'), { target: { value: '' } })
    await add()
    expect(screen.getByText('回饋點數 必填')).toBeTruthy()
    expect(screen.getByText('點數折扣率 必填')).toBeTruthy()
    expect((values.at(-1) as unknown[]).length).toBe(1)
    fireEvent.change(screen.getByLabelText('回饋點數 1'), { target: { value: '10000000000' } })
    expect(screen.getByText('最大值9999999999')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('回饋點數 1'), { target: { value: '1.5' } })
    expect(screen.getByText('請輸入大於0之整數')).toBeTruthy()
  })

  it('stops at the row limit with its text', async () => {
    const { values } = renderWidget({ field: withLimit(2), initial: [tier(1, 0, 0)] })
    expect(screen.queryByText('最多2筆資料。')).toBeNull()
    await add()
    expect(screen.getByText('最多2筆資料。')).toBeTruthy()
    await add()
    expect(values.length).toBe(1)
  })

  it('takes ten rows when nothing else is said', async () => {
    renderWidget({ field, initial: Array.from({ length: 10 }, (_, index) => tier(index + 1, index, 0)) })
    expect(screen.getByText('最多10筆資料。')).toBeTruthy()
  })

  it('removes any row but the first and renumbers', async () => {
    const { values } = renderWidget({ field, initial: [tier(1, 0, 0), tier(2, 500, 3), tier(3, 1000, 5)] })
    expect(screen.queryByRole('button', { name: '移除第 1 列' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '移除第 2 列' }))
    expect(values).toEqual([[tier(1, 0, 0), tier(2, 1000, 5)]])
  })

  it('limits the rate to 0-100 in steps of 0.1', () => {
    renderWidget({ field, initial: [tier(1, 0, 0)] })
    const rate = screen.getByLabelText('點數折扣率 1')
    expect([rate.getAttribute('min'), rate.getAttribute('max'), rate.getAttribute('step')]).toEqual(['0', '100', '0.1'])
  })

  it('disables its inputs and hides its buttons outside edit mode', () => {
    renderWidget({ field, initial: [tier(1, 0, 0), tier(2, 500, 3)], disabled: true })
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('回饋點數 2').disabled).toBe(true)
  })
})
