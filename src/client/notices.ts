import { createElement, Fragment, type ReactElement } from 'react'
import { type ToastOptions, toast } from 'react-toastify/unstyled'
import { isHttpProblem } from './http/problem.ts'

/** Toasts that follow each other at once are queued with this delay (specification, section 9). */
export const queuedDelayMs = 500

type NoticeType = 'info' | 'success' | 'warning' | 'error' | 'default' | 'dark'

/** Notices of these types begin with an emoji (specification, section 2.3). */
const emojis = { error: '❌', info: 'ℹ️', success: '✅' } as const satisfies Partial<Record<NoticeType, string>>

let lastAt = Number.NEGATIVE_INFINITY
/** Ids of error toasts that may still be on the screen. */
const errorIds = new Set<string>()
/** Time (ms since 1970) until which a text is queued, so that it is not queued twice. */
const waitsUntil = new Map<string, number>()

/**
 * Toasts; a text that is on the screen already is not shown a second time. Text only, never markup; a success may be followed by a link to
 * what it made.
 */
export const notify = {
  info: (text: string) => show('info', text),
  success: (text: string, link?: ReactElement) => show('success', text, link),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  default: (text: string) => show('default', text),
  dark: (text: string) => show('dark', text),
} satisfies Record<NoticeType, (text: string, link?: ReactElement) => void>

/**
 * Shows a failed call by the error catalogue. Aborted calls, and calls whose page is about to reload, have nothing to say.
 * Anything else than an `HttpProblem` is a mistake in our code: it is logged and shown in general words.
 */
export function showProblem(problem: unknown): void {
  if (isHttpProblem(problem)) {
    if (problem.kind !== 'aborted' && problem.text) notify.error(problem.text)
    return
  }
  console.error(problem)
  notify.error('系統發生錯誤，請稍後再試。')
}

/** Removes the errors on the screen, after a success made them obsolete. */
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
  // Errors interrupt a screen reader, everything else waits for a pause.
  return { ...look, ...icon, toastId, role: type === 'error' ? 'alert' : 'status', ...(delayMs > 0 && { delay: delayMs }) }
}

function prefixOf(type: NoticeType): string {
  return type in emojis ? `${emojis[type as keyof typeof emojis]} ` : ''
}

/** Milliseconds to wait: 0 for the first notice, the queue's delay for one that follows another at once. */
function takeDelay(now: number): number {
  const isQueued = now - lastAt < queuedDelayMs
  lastAt = now
  return isQueued ? queuedDelayMs : 0
}
