const focusable =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex], [contenteditable]'

/** Opens the card that hides a field's control, scrolls to it and gives it the focus. Nothing happens when it is not drawn. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  element.closest('.collapsible-card')?.querySelector<HTMLElement>('.collapsible-toggle[aria-expanded="false"]')?.click()
  const target = element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable)
  // jsdom draws nothing, so it has no scrolling.
  element.scrollIntoView?.({ block: 'center' })
  target?.focus({ preventScroll: true })
}
