// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { late } from './late.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Waiting = () => <p>載入中</p>
const Greeting = ({ name }: { readonly name: string }) => <p>您好，{name}</p>

class Caught extends Component<{ readonly children: ReactNode }> {
  override state = { problem: null as Error | null }
  static getDerivedStateFromError = (problem: Error) => ({ problem })
  override render() {
    return this.state.problem === null ? this.props.children : <p>{this.state.problem.message}</p>
  }
}

it('a late part waits for its code, and is drawn at once where that was fetched ahead', async () => {
  const Part = late(async () => Greeting, Waiting)
  render(<Part name="甲" />)
  expect(screen.getByText('載入中')).toBeDefined()
  expect(await screen.findByText('您好，甲')).toBeDefined()
  const Ahead = late(async () => Greeting, Waiting)
  await Ahead.fetch()
  render(<Ahead name="乙" />)
  expect(screen.getByText('您好，乙')).toBeDefined()
  expect(screen.queryByText('載入中')).toBeNull()
})

it('a late part whose code cannot be fetched breaks its place, and is fetched again in the next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<typeof Greeting>>().mockRejectedValueOnce(new Error('斷線')).mockResolvedValue(Greeting)
  const Part = late(load)
  const first = render(
    <Caught>
      <Part name="甲" />
    </Caught>,
  )
  expect(await screen.findByText('斷線')).toBeDefined()
  first.unmount()
  render(<Part name="甲" />)
  expect(await screen.findByText('您好，甲')).toBeDefined()
})
