/** Brings a field into sight and puts the focus into it; a group of choices is entered at its first one. */
export function focusField(id: string): void {
  const place = document.getElementById(id)
  const control = place instanceof HTMLFieldSetElement ? place.querySelector('input') : place
  if (!control) return
  control.scrollIntoView?.({ block: 'center' })
  control.focus({ preventScroll: true })
}
