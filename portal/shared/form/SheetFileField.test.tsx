// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SheetFileField } from './SheetFileField.tsx'

afterEach(cleanup)

const choose = (text: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText('名單'), { target: { files: [new File([text], 'people.csv')] } }))

it('hands over the cells of a file, and says below the field why they are refused', async () => {
  const take = vi.fn((cells: readonly (readonly string[])[]) => {
    if (cells.length > 1) throw new RangeError('一次最多匯入 1 筆。')
  })
  render(<SheetFileField id="people" label="名單" onCells={take} />)
  await choose('王小明,0912345678\n陳大文,')
  expect((await screen.findByRole('alert')).textContent).toBe('一次最多匯入 1 筆。')
  expect(screen.getByLabelText('名單').getAttribute('aria-describedby')).toBe('people-problem')
  expect(screen.getByText('尚未選擇檔案')).toBeTruthy()
  await choose('王小明,0912345678')
  expect(take).toHaveBeenLastCalledWith([['王小明', '0912345678']])
  expect(await screen.findByText('people.csv')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
