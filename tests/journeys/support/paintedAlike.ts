/** Attribute of texts in a list that are painted as one above them in the same column. */
export const alikeMark = 'data-painted-alike'

/**
 * Marks texts of table rows whose contrast is that of a text above them: in the same column of the same table, with the same styles from the
 * cell's row down to the text. Runs within the page. Texts of one letter, and those with letters outside the basic plane, are judged by rules
 * of their own, so they stay.
 */
export function markAlike(mark: string): void {
  const painted = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'fontSize', 'fontWeight', 'textShadow'] as const
  const placed = ['position', 'zIndex', 'display', 'visibility', 'overflow', 'filter', 'mixBlendMode', 'textIndent', 'clip'] as const
  const looks = new Map<Element, string>()
  const lookOf = (element: Element): string => {
    const known = looks.get(element)
    if (known !== undefined) return known
    const style = getComputedStyle(element)
    const look = [element.tagName, element.className, ...[...painted, ...placed].map((name) => style[name])].join(';')
    looks.set(element, look)
    return look
  }
  const isPlain = (text: string) => text.length > 1 && !/[\ud800-\udfff\ue000-\uf8ff]/.test(text)
  const isControl = (element: Element) => element.closest('label, input, select, textarea, [disabled], [aria-disabled], [inert]') !== null

  for (const body of document.querySelectorAll('tbody')) {
    const seen = new Set<string>()
    for (const cell of body.querySelectorAll<HTMLTableCellElement>('td, th'))
      for (const element of [cell, ...cell.querySelectorAll('*')]) {
        const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
        if (!isText || !isPlain(element.textContent?.trim() ?? '') || isControl(element) || element.getClientRects().length === 0) continue
        let key = `${cell.cellIndex}`
        for (let one: Element | null = element; one !== null && one !== body; one = one.parentElement) key += `|${lookOf(one)}`
        if (seen.has(key)) element.setAttribute(mark, '')
        seen.add(key)
      }
  }
}

export function unmarkAlike(mark: string): void {
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
}
