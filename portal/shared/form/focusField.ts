/** Scrolls to a field and focuses it; in a group of choices, the first one. */
export function focusField(id: string): void {
  const place = document.getElementById(id)
  const control = place instanceof HTMLFieldSetElement ? place.querySelector('input') : place
  if (!control) return
  control.scrollIntoView?.({ block: 'center' })
  control.focus({ preventScroll: true })
}
