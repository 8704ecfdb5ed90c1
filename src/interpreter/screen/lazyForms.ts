import { lazy } from 'react'

const loadFormDialog = () => import('../form/FormDialog.tsx')
const loadInputDialog = () => import('../form/InputDialog.tsx')

/** Forms bring a form library, which a list does not need: it is fetched when the first form opens, or before that when idle. */
export const LazyFormDialog = lazy(async () => ({ default: (await loadFormDialog()).FormDialog }))
export const LazyInputDialog = lazy(async () => ({ default: (await loadInputDialog()).InputDialog }))

/**
 * Fetches the code of forms while the browser has nothing else to do, so that the first form opens at once.
 * @returns cancel
 */
export function warmForms(): () => void {
  // Safari has no idle callback; there the first form fetches its code itself.
  if (typeof window.requestIdleCallback !== 'function') return () => undefined
  const handle = window.requestIdleCallback(() => {
    // A failure shows when the form is opened, where it can be tried again.
    Promise.all([loadFormDialog(), loadInputDialog()]).catch(() => undefined)
  })
  return () => window.cancelIdleCallback(handle)
}
