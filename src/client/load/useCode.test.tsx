// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useCode } from './useCode.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const codeOf = (text: string) => async () => ({ default: () => <p>{text}</p> })

type LoadPage = () => Promise<{ readonly default: () => ReactNode }>

function Place({ load }: { readonly load: LoadPage }) {
  const Page = useCode(load)?.default
  return Page === undefined ? <p>載入中</p> : <Page />
}

class Caught extends Component<{ readonly children: ReactNode }> {
  override state = { problem: null as Error | null }
  static getDerivedStateFromError = (problem: Error) => ({ problem })
  override render() {
    return this.state.problem === null ? this.props.children : <p>{this.state.problem.message}</p>
  }
}

it('code is drawn when it is there, and at once the next time', async () => {
  const load = codeOf('第一頁')
  const first = render(<Place load={load} />)
  expect(screen.getByText('載入中')).toBeDefined()
  expect(await screen.findByText('第一頁')).toBeDefined()
  first.unmount()
  render(<Place load={load} />)
  expect(screen.getByText('第一頁')).toBeDefined()
})

it('code of several places is fetched once, and draws each of them once more', async () => {
  const load = vi.fn(codeOf('圖示'))
  const drawn: string[] = []
  function Counted({ name }: { readonly name: string }) {
    useCode(load)
    drawn.push(name)
    return null
  }
  const first = render([<Counted key="a" name="a" />, <Counted key="b" name="b" />, <Place key="c" load={load} />])
  expect(await screen.findByText('圖示')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
  expect(drawn).toEqual(['a', 'b', 'a', 'b'])
  first.unmount()
})

it('code that comes between the rendering of a place and its effect is drawn there too', async () => {
  let give: (page: { readonly default: () => ReactNode }) => void = () => undefined
  const load = vi.fn<LoadPage>(
    () =>
      new Promise((resolve) => {
        give = resolve
      }),
  )
  function Between() {
    useLayoutEffect(() => give({ default: () => <p>圖表</p> }), [])
    return <Place load={load} />
  }
  // As in a browser, where effects come later than the answers that are waiting; the test tools would run them at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const [first, second] = ['first', 'second'].map((id) =>
    createRoot(document.body.appendChild(Object.assign(document.createElement('div'), { id }))),
  )
  first?.render(<Place load={load} />)
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), 30_000)
  second?.render(<Between />)
  await vi.waitFor(() => expect(document.body.textContent).toBe('圖表圖表'), 30_000)
  first?.unmount()
  second?.unmount()
})

it('another page in the same place never shows the one before', async () => {
  const view = render(<Place load={codeOf('第一頁')} />)
  await screen.findByText('第一頁')
  view.rerender(<Place load={codeOf('第二頁')} />)
  expect(screen.queryByText('第一頁')).toBeNull()
  expect(await screen.findByText('第二頁')).toBeDefined()
})

it('code that cannot be fetched is a problem of its place, and is fetched again by the next', async () => {
  // React tells of every error that reaches a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let tries = 0
  const load: LoadPage = async () => {
    tries += 1
    if (tries === 1) throw new Error('取不到程式')
    return { default: () => <p>第一頁</p> }
  }
  const view = render(
    <Caught>
      <Place load={load} />
    </Caught>,
  )
  expect(await screen.findByText('取不到程式')).toBeDefined()
  view.unmount()
  render(<Place load={load} />)
  expect(await screen.findByText('第一頁')).toBeDefined()
})
