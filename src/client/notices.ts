import { createElement, Fragment, type ReactElement } from 'react'
import { type ToastOptions, toast } from 'react-toastify/unstyled'
import { isHttpProblem } from './http/problem.ts'

/** Delay between toasts that follow each other immediately (specification, section 9). */
export const queuedDelayMs = 500

type NoticeType = 'info' | 'success' | 'warning' | 'error' | 'default' | 'dark'

/** Notices of these types begin with an emoji (specification, section 2.3). */
const emojis = { error: '❌', info: 'ℹ️', success: '✅' } as const satisfies Partial<Record<NoticeType, string>>

let lastAt = Number.NEGATIVE_INFINITY
/** Ids of error toasts that may still be shown. */
const errorIds = new Set<string>()
/** Time (ms since 1970) until which a text is queued, so that it is not queued twice. */
const waitsUntil = new Map<string, number>()

/** Shows toasts. A text that is already shown is not repeated. Text only, never markup; a success may have a link to the new record. */
export const notify = {
  info: (text: string) => show('info', text),
  success: (text: string, link?: ReactElement) => show('success', text, link),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  default: (text: string) => show('default', text),
  dark: (text: string) => show('dark', text),
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
  for (const id of errorIds) {
    toast.dismiss(id)
    waitsUntil.delete(id)
  }
  errorIds.clear()
}

function show(type: NoticeType, text: string, link?: ReactElement): void {
  const id = `${type}:${text}`
  const now = Date.now()
  if (toast.isActive(id) || now < (waitsUntil.get(id) ?? 0)) return
  if (type === 'error') errorIds.add(id)
  const delayMs = takeDelay(now)
  if (delayMs > 0) waitsUntil.set(id, now + delayMs)
  const message = `${prefixOf(type)}${text}`
  toast(link === undefined ? message : createElement(Fragment, null, message, ' ', link), optionsOf(type, id, delayMs))
}

function optionsOf(type: NoticeType, toastId: string, delayMs: number): ToastOptions {
  const look: ToastOptions = type === 'dark' ? { type: 'default', theme: 'dark' } : { type }
  const icon: ToastOptions = type in emojis ? { icon: false } : {}
  // Errors interrupt a screen reader; all other notices wait for a pause.
  return { ...look, ...icon, toastId, role: type === 'error' ? 'alert' : 'status', ...(delayMs > 0 && { delay: delayMs }) }
}

function prefixOf(type: NoticeType): string {
  return type in emojis ? `${emojis[type as keyof typeof emojis]} ` : ''
}

/** Milliseconds to wait: 0 for the first notice, a delay for one that follows another immediately. */
function takeDelay(now: number): number {
  const isQueued = now - lastAt < queuedDelayMs
  lastAt = now
  return isQueued ? queuedDelayMs : 0
}
