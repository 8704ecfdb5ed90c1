import { createElement, Fragment, useEffect } from 'react'
import { type CloseButtonProps, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { hasEmoji, type Notice, type NoticeType, takeNotices, textOf } from './notices.ts'

/** Delay between toasts that follow each other immediately (specification, section 9). */
export const queuedDelayMs = 500

const draggablePercent = 80

let lastAt = Number.NEGATIVE_INFINITY
/** Ids of error toasts that may still be shown. */
const errorIds = new Set<string>()
/** Time (ms since 1970) until which a text is queued, so that it is not queued twice. */
const waitsUntil = new Map<string, number>()

/** The toasts of a page. It uses the unstyled variant, because the other one injects a style element, which the CSP refuses. */
export function Toasts({ autoClose, theme }: { autoClose: number; theme: 'light' | 'dark' }) {
  // After the container's own effects: it knows then which texts it shows.
  useEffect(() => {
    const giveBack = takeNotices({ post, dismissErrors })
    return () => {
      giveBack()
      forgetShown()
    }
  }, [])
  return (
    <ToastContainer
      position="top-right"
      autoClose={autoClose}
      draggable
      draggablePercent={draggablePercent}
      newestOnTop
      theme={theme}
      closeButton={CloseNotice}
      aria-label="通知"
    />
  )
}

function CloseNotice({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="notice-close" aria-label="關閉通知" onClick={closeToast}>
      {/* Drawn here: the portal has none of the console's symbols. */}
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  )
}

/** What a container showed, or was about to show, goes with it: the next one shows the same text again, and at once. */
function forgetShown(): void {
  lastAt = Number.NEGATIVE_INFINITY
  errorIds.clear()
  waitsUntil.clear()
}

function dismissErrors(): void {
  for (const id of errorIds) {
    toast.dismiss(id)
    waitsUntil.delete(id)
  }
  errorIds.clear()
}

function post(notice: Notice): void {
  const { type, text, link } = notice
  const id = `${type}:${text}`
  const now = Date.now()
  if (toast.isActive(id) || now < (waitsUntil.get(id) ?? 0)) return
  if (type === 'error') errorIds.add(id)
  const delayMs = takeDelay(now)
  if (delayMs > 0) waitsUntil.set(id, now + delayMs)
  const message = textOf(notice)
  toast(link === undefined ? message : createElement(Fragment, null, message, ' ', link), optionsOf(type, id, delayMs))
}

function optionsOf(type: NoticeType, toastId: string, delayMs: number): ToastOptions {
  const look: ToastOptions = type === 'dark' ? { type: 'default', theme: 'dark' } : { type }
  const icon: ToastOptions = hasEmoji(type) ? { icon: false } : {}
  // Errors interrupt a screen reader; all other notices wait for a pause.
  return { ...look, ...icon, toastId, role: type === 'error' ? 'alert' : 'status', ...(delayMs > 0 && { delay: delayMs }) }
}

/** Milliseconds to wait: 0 for the first notice, a delay for one that follows another immediately. */
function takeDelay(now: number): number {
  const isQueued = now - lastAt < queuedDelayMs
  lastAt = now
  return isQueued ? queuedDelayMs : 0
}
