/** Text for a problem of a cell, with the heading of its column, because in a file of many columns the text alone does not tell which. */
export function cellText(title: string | undefined, text: string): string {
  return title === undefined || text.startsWith(title) ? text : `${title}：${text}`
}

/** Joins several problems of a row into one text. */
export function joinTexts(texts: readonly string[]): string {
  const all = [...new Set(texts)]
  // Only the last sentence ends with a full stop.
  return all.map((text, index) => (index < all.length - 1 ? text.replace(/。$/, '') : text)).join('；')
}
