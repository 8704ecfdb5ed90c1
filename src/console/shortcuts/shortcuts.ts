/**
 * Keys of the console. A control says itself which key presses it, by `aria-keyshortcuts`; here is only what such a key means to people.
 * Only what is in front is looked at: the topmost dialog, or the page when none is open.
 */
export interface Shortcut {
  /** As in `aria-keyshortcuts`. */
  readonly key: string
  /** As it stands on a keyboard. */
  readonly caps: string
  readonly title: string
}

export const shortcuts: readonly Shortcut[] = [
  { key: '/', caps: '/', title: '移到搜尋' },
  { key: 'N', caps: 'N', title: '新增' },
  { key: 'J', caps: 'J', title: '下一筆：清單中移到下一列，檢視時換到下一筆' },
  { key: 'K', caps: 'K', title: '上一筆' },
  { key: 'Control+S', caps: 'Ctrl + S', title: '儲存表單（輸入時也可用）' },
  { key: '?', caps: '?', title: '顯示這份說明' },
]

/** The name of a pressed key as in `aria-keyshortcuts`; null for what is no shortcut. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.altKey) return null
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 's' && !event.shiftKey ? 'Control+S' : null
  const key = event.key.toUpperCase()
  return shortcuts.some((one) => one.key === key) ? key : null
}

const typing = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=true]'

/** Whether a key belongs to what somebody types. */
export function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || (event.target instanceof Element && event.target.closest(typing) !== null)
}

/** What keys go to: the dialog in front, or the page. */
export function frontOf(page: Document): Element {
  return [...page.querySelectorAll('.modal.show, .offcanvas.show')].at(-1) ?? page.body
}

/** Presses or focuses what says that it is meant. @returns whether there was something */
export function pressShortcut(front: Element, key: string): boolean {
  const meant = [...front.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)].find((control) => !control.matches(':disabled'))
  if (meant === undefined) return false
  if (meant instanceof HTMLInputElement) meant.select()
  else meant.click()
  meant.focus()
  return true
}

/** Moves the focus to the first control of the row below or above the one that has it; to the first row when none has. */
export function moveToRow(front: Element, step: 1 | -1): boolean {
  const rows = [...front.querySelectorAll('tr[data-row-id]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at < 0 ? 0 : at + step]
  const control =
    row?.querySelector<HTMLElement>('td:not(.list-lead) :is(a, button)') ?? row?.querySelector<HTMLElement>('a, button, input')
  control?.focus()
  return control !== null && control !== undefined
}
