import type { BoardQuery } from './noticeboardCalls.ts'

/** What of the notice board is shown, as it stands in the address; a filter that is not set is an empty text. */
export interface BoardPlace {
  /** Key of the dictionary AnnouncementCategory. */
  readonly category: string
  /** Part of the title. */
  readonly title: string
  /** YYYY-MM-DD, days of Taipei, both included. */
  readonly startAtFrom: string
  readonly startAtTo: string
  readonly pageIndex: number
}

const filterNames = ['category', 'title', 'startAtFrom', 'startAtTo'] as const satisfies readonly (keyof BoardPlace)[]
const longest = { category: 50, title: 100 }
const day = /^\d{4}-\d{2}-\d{2}$/

/** What an address says; what no page could have written there counts as not set. */
export function readPlace(params: URLSearchParams): BoardPlace {
  const text = (name: keyof typeof longest) => (params.get(name) ?? '').slice(0, longest[name])
  const date = (name: string) => (day.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '')
  return {
    category: text('category'),
    title: text('title'),
    startAtFrom: date('startAtFrom'),
    startAtTo: date('startAtTo'),
    pageIndex: Math.max(0, Number.parseInt(params.get('pageIndex') ?? '0', 10) || 0),
  }
}

/** An address that shows a place, with what other parts of the page have written there. */
export function writePlace(place: BoardPlace, before = new URLSearchParams()): URLSearchParams {
  const own: readonly string[] = [...filterNames, 'pageIndex']
  const others = [...before].filter(([name]) => !own.includes(name))
  const page = place.pageIndex > 0 ? { pageIndex: String(place.pageIndex) } : {}
  return new URLSearchParams([...others, ...Object.entries({ ...filtersOf(place), ...page })])
}

/** The filters that are set, as the server takes them. */
export function filtersOf(place: BoardPlace): BoardQuery {
  return Object.fromEntries(filterNames.flatMap((name) => (place[name] === '' ? [] : [[name, place[name]]])))
}

export function isFiltered(place: BoardPlace): boolean {
  return filterNames.some((name) => place[name] !== '')
}

/** True when the range ends before it begins, which the server would refuse. */
export function isBackwards({ startAtFrom, startAtTo }: BoardPlace): boolean {
  return startAtFrom !== '' && startAtTo !== '' && startAtTo < startAtFrom
}
