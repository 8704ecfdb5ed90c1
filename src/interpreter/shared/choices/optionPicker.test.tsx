// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { OptionPicker, type OptionPickerProps } from './OptionPicker.tsx'

afterEach(cleanup)

/** As many as on a platform with many merchants. */
const companies = Array.from({ length: 500 }, (_, index) => {
  const key = `C${String(index + 1).padStart(6, '0')}`
  return { key, value: `${key} 特約商${index + 1}` }
})

interface DrawProps extends Pick<OptionPickerProps, 'several' | 'required' | 'busy' | 'onSearch'> {
  readonly initial?: readonly string[]
}

function draw(props: DrawProps) {
  const reported: (readonly string[])[] = []
  const { initial = [], ...rest } = props
  function Held() {
    const [chosen, setChosen] = useState(initial)
    const change = (keys: readonly string[]) => {
      reported.push(keys)
      setChosen(keys)
    }
    return <OptionPicker id="c" title="特約商" options={companies} chosen={chosen} onChange={change} {...rest} />
  }
  render(
    <>
      <label htmlFor="c">特約商</label>
      <Held />
    </>,
  )
  return { reported, field: screen.getByLabelText<HTMLButtonElement>('特約商') }
}
const names = () => screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)

describe('OptionPicker', () => {
  it('finds one of 500 by typing and takes it by Enter', async () => {
    const { reported, field } = draw({})
    field.focus()
    await userEvent.keyboard('特')
    const search = await screen.findByPlaceholderText<HTMLInputElement>('輸入代號或名稱')
    expect(search.value).toBe('特')
    await userEvent.keyboard('約商499{Enter}')
    expect(reported).toEqual([['C000499']])
    expect([field.textContent, document.activeElement]).toEqual(['C000499 特約商499', field])
  })

  it('leaves the keys of an input method alone', async () => {
    const { reported, field } = draw({})
    await userEvent.click(field)
    const search = await screen.findByPlaceholderText<HTMLInputElement>('輸入代號或名稱')
    fireEvent.keyDown(search, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(search, { key: 'Escape', isComposing: true })
    expect([reported, search.isConnected]).toEqual([[], true])
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(reported).toEqual([[]])
  })

  it('draws a part of many and says so, and says when nothing fits', async () => {
    const { field } = draw({ required: true })
    await userEvent.click(field)
    await screen.findByText('共 500 個選項，只列前 100 個，請輸入關鍵字。')
    expect(names()).toHaveLength(100)
    await userEvent.keyboard('沒有的')
    expect(screen.getByText('查無符合的選項，請換個關鍵字。')).toBeDefined()
  })

  it('takes several, stays open, and lists what was chosen first', async () => {
    const { reported, field } = draw({ several: true, initial: ['C000300'] })
    await userEvent.click(field)
    await screen.findByPlaceholderText('輸入代號或名稱')
    expect(names()[0]).toBe('✓C000300 特約商300')
    await userEvent.keyboard('000042{Enter}')
    await userEvent.keyboard('{Escape}')
    expect(reported).toEqual([['C000300', 'C000042']])
    expect(field.textContent).toBe('C000300 特約商300、C000042 特約商42')
    expect(screen.queryByRole('listbox', { hidden: true })).toBeNull()
  })

  it('empties by Delete and by 請選擇, unless something must stay chosen', async () => {
    const { reported, field } = draw({ initial: ['C000300'] })
    await userEvent.click(field)
    await screen.findByPlaceholderText('輸入代號或名稱')
    await userEvent.keyboard('{Enter}')
    expect(reported).toEqual([[]])
    cleanup()
    const held = draw({ initial: ['C000300'], required: true })
    held.field.focus()
    await userEvent.keyboard('{Delete}')
    expect(held.reported).toEqual([])
  })

  it('closes when the focus goes elsewhere', async () => {
    const { field } = draw({})
    await userEvent.click(field)
    await screen.findByPlaceholderText('輸入代號或名稱')
    await userEvent.tab()
    await userEvent.tab()
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it('chooses nothing by Enter while the server still searches for what was typed', async () => {
    const asked: string[] = []
    const onSearch = (text: string) => void asked.push(text)
    const { field, reported } = draw({ onSearch, busy: true })
    await userEvent.click(field)
    await userEvent.type(screen.getByRole('combobox', { name: '搜尋特約商', hidden: true }), '42{Enter}')
    expect([asked, reported]).toEqual([['', '4', '42'], []])
    cleanup()
    const found = draw({ onSearch, busy: false, required: true })
    await userEvent.click(found.field)
    await userEvent.keyboard('{Enter}')
    expect(found.reported).toEqual([[companies[0]?.key]])
  })
})
