const focusable =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex], [contenteditable]'

/** The control that is wrong, in a field of many. */
const wrong = '[aria-invalid="true"]:not([disabled])'

/** Opens the card around a field's control, scrolls to it and focuses it. False: the control is not drawn. */
export function focusField(id: string): boolean {
  const element = document.getElementById(id)
  if (!element) return false
  element.closest('.collapsible-card')?.querySelector<HTMLElement>('.collapsible-toggle[aria-expanded="false"]')?.click()
  const target = element.matches(focusable)
    ? element
    : (element.querySelector<HTMLElement>(wrong) ?? element.querySelector<HTMLElement>(focusable))
  // jsdom does not implement scrolling.
  element.scrollIntoView?.({ block: 'center' })
  target?.focus({ preventScroll: true })
  return true
}
