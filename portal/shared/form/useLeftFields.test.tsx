// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { RadioField } from './RadioField.tsx'
import { TextField } from './TextField.tsx'
import { useLeftFields } from './useLeftFields.ts'

afterEach(cleanup)

function Form() {
  const [name, setName] = useState('')
  const [kind, setKind] = useState('')
  const { shown, handleBlur } = useLeftFields({
    ...(name === '' && { name: '名稱 必填' }),
    ...(kind === '' && { kind: '類型 必填' }),
  })
  return (
    <form onBlur={handleBlur}>
      <TextField id="name" label="名稱" value={name} onChange={setName} problem={shown.name} />
      <RadioField
        id="kind"
        label="類型"
        value={kind}
        onChange={setKind}
        problem={shown.kind}
        options={[
          { key: '1', value: '甲' },
          { key: '2', value: '乙' },
        ]}
      />
      <button type="button">離開</button>
    </form>
  )
}

describe('a form whose button waits', () => {
  it('says what is wrong with a field once it is left, not before', async () => {
    render(<Form />)
    await userEvent.click(screen.getByRole('textbox', { name: '名稱' }))
    expect(screen.queryByText('名稱 必填')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '離開' }))
    expect(screen.getByText('名稱 必填')).toBeTruthy()
    expect(screen.queryByText('類型 必填')).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: '名稱' }), '晨曦')
    expect(screen.queryByText('名稱 必填')).toBeNull()
  })

  it('a form whose button waits leaves a group of choices only with its last one', async () => {
    render(<Form />)
    screen.getByRole('radio', { name: '甲' }).focus()
    screen.getByRole('radio', { name: '乙' }).focus()
    expect(screen.queryByText('類型 必填')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '離開' }))
    expect(screen.getByText('類型 必填')).toBeTruthy()
  })
})
