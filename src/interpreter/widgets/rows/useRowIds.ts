import { useRef } from 'react'
import { movedRow } from './rowValues.ts'

/**
 * Gives ids to rows that have none, so that a row keeps its inputs and the focus when others are added, removed or moved. Rows added at the
 * end get new ids; call `move` and `remove` together with the change of the rows.
 */
export function useRowIds(count: number): {
  at: (index: number) => number
  move: (index: number, step: -1 | 1) => void
  remove: (index: number) => void
} {
  const state = useRef<{ next: number; ids: readonly number[] }>({ next: 0, ids: [] })
  const { current } = state
  if (current.ids.length > count) current.ids = current.ids.slice(0, count)
  while (current.ids.length < count) {
    current.ids = [...current.ids, current.next]
    current.next += 1
  }
  return {
    at: (index) => current.ids[index] ?? -1,
    move: (index, step) => {
      current.ids = movedRow(current.ids, index, step)
    },
    remove: (index) => {
      current.ids = current.ids.filter((_, place) => place !== index)
    },
  }
}
