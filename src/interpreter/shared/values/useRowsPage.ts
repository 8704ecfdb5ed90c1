import { useState } from 'react'

/** Rows drawn at once, because thousands of controls would make every key slow. */
const pageRows = 50

/** A range in a list of rows: from `first` to before `last`, counted from 0. */
export interface RowsPage {
  readonly first: number
  readonly last: number
  readonly count: number
  readonly isPaged: boolean
  readonly go: (step: -1 | 1) => void
  /** Shows the page with a row. */
  readonly show: (index: number) => void
}

/** @param wanted index of a row to show, e.g. the first with an error; each new value is followed once */
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
