/** Longest excerpt a cell shows; the whole text is in the record's form. */
const excerptLength = 80

/** The text of a piece of HTML, shortened for a cell. The parser's document is inert: nothing runs and nothing is fetched. */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  const text = body.textContent.replace(/\s+/g, ' ').trim()
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text
}
