import type { ReactElement } from 'react'
import { isHttpProblem } from './http/problem.ts'

export type NoticeType = 'info' | 'success' | 'warning' | 'error' | 'default' | 'dark'

export interface Notice {
  readonly type: NoticeType
  /** Text only, never markup. */
  readonly text: string
  /** To the record that a success has made. */
  readonly link?: ReactElement | undefined
}

/** Where notices are shown. */
export interface NoticePlace {
  readonly post: (notice: Notice) => void
  readonly dismissErrors: () => void
}

let place: NoticePlace | null = null
/** Notices from before their place was there: its code is fetched when the page has nothing else to do, or for the first of them. */
let waiting: readonly Notice[] = []
const watchers = new Set<() => void>()

/** Shows toasts. A text that is already shown is not repeated. */
export const notify = {
  info: (text: string) => post({ type: 'info', text }),
  success: (text: string, link?: ReactElement) => post({ type: 'success', text, link }),
  warning: (text: string) => post({ type: 'warning', text }),
  error: (text: string) => post({ type: 'error', text }),
  default: (text: string) => post({ type: 'default', text }),
  dark: (text: string) => post({ type: 'dark', text }),
} satisfies Record<NoticeType, (text: string, link?: ReactElement) => void>

/**
 * Shows the error of a failed call by the error catalogue. Aborted calls, and calls whose page is about to reload, show nothing. Anything
 * other than an `HttpProblem` is a defect in our code: it is logged and shown with a general text.
 */
export function showProblem(problem: unknown): void {
  if (isHttpProblem(problem)) {
    if (problem.kind !== 'aborted' && problem.text) notify.error(problem.text)
    return
  }
  console.error(problem)
  notify.error('系統發生錯誤，請稍後再試。')
}

/** Removes the shown errors after a success, which made them obsolete. */
export function dismissErrors(): void {
  place?.dismissErrors()
  keepWaiting(waiting.filter(({ type }) => type !== 'error'))
}

/** Notices of these types begin with an emoji (specification, section 2.3). */
const emojis: Partial<Record<NoticeType, string>> = { error: '❌', info: 'ℹ️', success: '✅' }

export const hasEmoji = (type: NoticeType) => emojis[type] !== undefined

export const textOf = ({ type, text }: Notice) => (hasEmoji(type) ? `${emojis[type]} ${text}` : text)

/** Hands over what waits, and from now on everything. @returns what gives the notices back: they wait for the next place then */
export function takeNotices(by: NoticePlace): () => void {
  place = by
  for (const notice of waiting) by.post(notice)
  keepWaiting([])
  return () => {
    if (place === by) place = null
  }
}

export const waitingNotices = {
  current: () => waiting,
  forget: () => keepWaiting([]),
  subscribe: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

function post(notice: Notice): void {
  if (place) place.post(notice)
  else keepWaiting([...waiting, notice])
}

function keepWaiting(notices: readonly Notice[]): void {
  if (notices.length + waiting.length === 0) return
  waiting = notices
  for (const watcher of watchers) watcher()
}
