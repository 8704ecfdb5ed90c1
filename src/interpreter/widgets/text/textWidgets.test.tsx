// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'

afterEach(cleanup)

describe('text widgets', () => {
  it('reports what is typed, and nothing when it is emptied', async () => {
    const { values } = renderWidget({ field: testField('text') })
    await userEvent.type(screen.getByLabelText('範例'), 'ab')
    await userEvent.clear(screen.getByLabelText('範例'))
    expect(values).toEqual(['a', 'ab', undefined])
  })

  it('says that it is invalid and what describes it', () => {
    renderWidget({ field: testField('textarea'), invalid: true, describedBy: 'sample_error', required: true })
    const input = screen.getByLabelText('範例')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toBe('sample_error')
    expect(input.getAttribute('aria-required')).toBe('true')
  })

  it('text widgets read a pasted number as its format means it: half-width, without blanks', async () => {
    const { values } = renderWidget({ field: testField('text', { property: { type: 'string', format: 'taxNumber' } }) })
    await userEvent.click(screen.getByLabelText('範例'))
    await userEvent.paste(' ０４５９ ５２５７\t')
    expect(values.at(-1)).toBe('04595257')
  })

  it('hides a password until it is asked for', async () => {
    renderWidget({ field: testField('password'), initial: 'Secret-123' })
    expect(screen.getByLabelText('範例').getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: '顯示密碼' }))
    expect(screen.getByLabelText('範例').getAttribute('type')).toBe('text')
  })

  it('keeps JSON that does not parse as text, so that the validator refuses it', async () => {
    const { values } = renderWidget({ field: testField('json', { property: { type: 'object' } }) })
    await userEvent.type(screen.getByLabelText('範例'), '{{"a":1')
    expect(values.at(-1)).toBe('{"a":1')
    await userEvent.type(screen.getByLabelText('範例'), '}')
    expect(values.at(-1)).toEqual({ a: 1 })
  })
})

describe('NumberWidget', () => {
  const field = testField('number', { property: { type: 'number' }, format: 'points' })

  it('shows thousands at rest and plain digits while editing', async () => {
    renderWidget({ field, initial: 1234567 })
    const input = screen.getByLabelText<HTMLInputElement>('範例')
    expect(input.value).toBe('1,234,567')
    await userEvent.click(input)
    expect(input.value).toBe('1234567')
  })

  it('NumberWidget stays selected when it is reached by Tab, so that typing replaces it', () => {
    renderWidget({ field, initial: 1000 })
    const input = screen.getByLabelText<HTMLInputElement>('範例')
    input.select()
    act(() => input.focus())
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['1000', 0, 4])
  })

  it('keeps decimals as they are typed and reports numbers without surprises', async () => {
    const { values } = renderWidget({ field })
    await userEvent.type(screen.getByLabelText('範例'), '0.10')
    expect(screen.getByLabelText<HTMLInputElement>('範例').value).toBe('0.10')
    expect(values.at(-1)).toBe(0.1)
  })

  it('reports what is not a number as text, and empty as nothing', async () => {
    const { values } = renderWidget({ field })
    await userEvent.type(screen.getByLabelText('範例'), '12x')
    expect(values.at(-1)).toBe('12x')
    await userEvent.clear(screen.getByLabelText('範例'))
    expect(values.at(-1)).toBeUndefined()
  })
})

describe('TagsWidget', () => {
  it('adds with Enter, pastes a list, keeps each once and removes with Backspace', async () => {
    const { values } = renderWidget({ field: testField('tags', { property: { type: 'array', items: { type: 'string' } } }) })
    const input = screen.getByLabelText('範例')
    await userEvent.type(input, '10.0.0.1{Enter}')
    await userEvent.click(input)
    await userEvent.paste('10.0.0.2\n10.0.0.1 10.0.0.3')
    expect(values.at(-1)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}')
    expect(values.at(-1)).toBeUndefined()
  })
})
