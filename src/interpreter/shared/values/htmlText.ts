/** Longest excerpt in a cell; the record's form has the whole text. */
const excerptLength = 80

/** The text of HTML, shortened for a cell. The parser's document is inert: nothing runs, and nothing is loaded. */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  const text = body.textContent.replace(/\s+/g, ' ').trim()
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text
}
