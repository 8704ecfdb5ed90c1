import { useEffect } from 'react'
import { type CloseButtonProps, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { tellLostWrite } from './http/lostWrite.ts'

/** Milliseconds for which a notice is shown (specification, section 9). */
export const autoCloseMs = { console: 5000, portal: 30_000 } as const

const draggablePercent = 80

/**
 * The place of toasts; one per page. It uses the unstyled variant, because the other one injects a style element, which the CSP refuses.
 */
export function NoticeContainer({ app, theme = 'light' }: { app: keyof typeof autoCloseMs; theme?: 'light' | 'dark' }) {
  useEffect(() => tellLostWrite(sessionStorage), [])
  return (
    <ToastContainer
      position="top-right"
      autoClose={autoCloseMs[app]}
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
      {/* Drawn here, because the table of all symbols would be a third of the portal's code. */}
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  )
}
