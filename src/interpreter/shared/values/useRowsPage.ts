import { useState } from 'react'

/** Rows drawn at once: thousands of controls would make every key slow. */
const pageRows = 50

/** A range of a list of rows, `first` to before `last`, from 0. */
export interface RowsPage {
  readonly first: number
  readonly last: number
  readonly count: number
  readonly isPaged: boolean
  readonly go: (step: -1 | 1) => void
  /** Draws the page that holds a row. */
  readonly show: (index: number) => void
}

/** @param wanted a row that must be seen, e.g. the first one with an error; each other one is gone to once */
export function useRowsPage(count: number, wanted: number | null = null): RowsPage {
  const [place, setPlace] = useState({ page: 0, wanted: null as number | null })
  if (place.wanted !== wanted) setPlace({ page: wanted === null ? place.page : Math.floor(wanted / pageRows), wanted })
  const lastPage = Math.max(0, Math.ceil(count / pageRows) - 1)
  const page = Math.min(place.page, lastPage)
  const move = (next: number) => setPlace((before) => ({ ...before, page: next }))
  return {
    first: page * pageRows,
    last: Math.min(count, (page + 1) * pageRows),
    count,
    isPaged: count > pageRows,
    go: (step) => move(page + step),
    show: (index) => move(Math.floor(index / pageRows)),
  }
}
