// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { late } from './late.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Waiting = () => <p>載入中</p>
const Greeting = ({ name }: { readonly name: string }) => <p>您好，{name}</p>

it('a late part waits for its code, and is drawn at once where that was fetched ahead', async () => {
  const Part = late(async () => Greeting, { Waiting })
  render(<Part name="甲" />)
  expect(screen.getByText('載入中')).toBeDefined()
  expect(await screen.findByText('您好，甲')).toBeDefined()
  const Ahead = late(async () => Greeting, { Waiting })
  await Ahead.fetch()
  render(<Ahead name="乙" />)
  expect(screen.getByText('您好，乙')).toBeDefined()
  expect(screen.queryByText('載入中')).toBeNull()
})

it('a late part whose code cannot be fetched is missing in its place alone, and comes when it is asked for again', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const problem = new Error('斷線')
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(problem).mockResolvedValue(Greeting)
  const Part = late(load, { Waiting })
  render(
    <form>
      <input aria-label="名稱" />
      <Part name="甲" />
    </form>,
  )
  fireEvent.change(screen.getByLabelText('名稱'), { target: { value: '打到一半' } })
  expect((await screen.findByRole('alert')).textContent).toContain('請確認網路連線後重試')
  expect(told.mock.lastCall?.[1]).toBe(problem)
  fireEvent.click(screen.getByRole('button', { name: '重試' }))
  expect(screen.getByText('載入中')).toBeDefined()
  expect(await screen.findByText('您好，甲')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('名稱').value).toBe('打到一半')
})

it('a late part that has a substitute is drawn by it, with the same properties', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Plain = ({ name }: { readonly name: string }) => <p>{name}</p>
  const Part = late<{ readonly name: string }>(() => Promise.reject(new Error('斷線')), { Missing: Plain })
  render(<Part name="甲" />)
  expect(await screen.findByText('甲')).toBeDefined()
})
