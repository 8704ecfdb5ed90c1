// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWindowedRows, TableRows } from './TableRows.tsx'

beforeEach(() => {
  // What a browser lays out; jsdom has no layout.
  for (const name of ['offsetHeight', 'offsetWidth'] as const) vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(600)
  for (const name of ['clientHeight', 'clientWidth'] as const) vi.spyOn(Element.prototype, name, 'get').mockReturnValue(600)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function LongList() {
  const scroller = useRef<HTMLElement>(null)
  const draw = (index: number) => (
    <tr key={index} data-row-id={index}>
      <td>{index}</td>
    </tr>
  )
  return (
    <section ref={scroller}>
      <table>
        <TableRows count={500} draw={draw} keyOf={String} scroller={scroller} columnCount={1} />
      </table>
    </section>
  )
}

it('a long page shows rows also when it is drawn in one go with what scrolls it', async () => {
  await loadWindowedRows()
  const { container } = render(<LongList />)
  const shown = container.querySelectorAll('tr[data-row-id]').length
  expect(shown).toBeGreaterThan(0)
  expect(shown).toBeLessThan(100)
})

it('a long page takes the rows that were not drawn yet for as high as the first', async () => {
  const height = 50
  class LaidOut {
    readonly #tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell
    }
    observe(target: Element) {
      const size = { blockSize: height, inlineSize: 600 }
      const entry = { target, borderBoxSize: [size], contentBoxSize: [size], devicePixelContentBoxSize: [size] }
      queueMicrotask(() => this.#tell([{ ...entry, contentRect: target.getBoundingClientRect() }], this as unknown as ResizeObserver))
    }
    unobserve() {}
    disconnect() {}
  }
  Object.assign(document.defaultView as object, { ResizeObserver: LaidOut })
  await loadWindowedRows()
  const { container } = render(<LongList />)
  await act(async () => undefined)
  const drawn = container.querySelectorAll('tr[data-row-id]').length
  const gaps = [...container.querySelectorAll<HTMLElement>('.list-gap')].map(({ style }) => Number.parseFloat(style.height))
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe((500 - drawn) * height)
  Reflect.deleteProperty(document.defaultView as object, 'ResizeObserver')
})
