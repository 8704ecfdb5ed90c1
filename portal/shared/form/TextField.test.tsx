// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

function Mobile() {
  const [value, setValue] = useState('')
  return <TextField id="mobile" label="手機" value={value} onChange={setValue} inputMode="tel" maxLength={10} />
}

describe('a field for a number', () => {
  it('a field for a number takes it however it was typed or pasted', () => {
    render(<Mobile />)
    const field = screen.getByLabelText<HTMLInputElement>('手機')
    fireEvent.change(field, { target: { value: '０９１２-345-678' } })
    expect(field.value).toBe('0912345678')
  })

  it('a field for a number leaves alone what an input method still works on, until the field is left', () => {
    render(<Mobile />)
    const field = screen.getByLabelText<HTMLInputElement>('手機')
    fireEvent.input(field, { target: { value: '０９' }, isComposing: true })
    expect(field.value).toBe('０９')
    fireEvent.blur(field)
    expect(field.value).toBe('09')
  })
})

describe('a password', () => {
  it('a password is shown while its button is pressed in', () => {
    render(<TextField id="pin" label="密碼" type="password" value="1234" onChange={() => undefined} />)
    const field = screen.getByLabelText<HTMLInputElement>('密碼')
    fireEvent.click(screen.getByRole('button', { name: '顯示密碼' }))
    expect(field.type).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: '隱藏密碼' }))
    expect(field.type).toBe('password')
  })
})
