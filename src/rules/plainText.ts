/** A tag; the values of its attributes may contain `>`. Takes no longer than the text is long, also where tags do not end. */
const tag = /<\/?([a-z][a-z0-9]*)(?![a-z0-9])(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi

/** Elements after which text goes on in a new line. */
const ending: ReadonlySet<string> = new Set(['p', 'br', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'hr'])

const reference = /&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** Rich text as it is read, without its looks: for files, where nobody draws it. */
export function plainTextOf(html: string): string {
  return html
    .replace(tag, (_all, name: string) => (ending.has(name.toLowerCase()) ? '\n' : ''))
    .replace(reference, (all, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return signs[name.toLowerCase()] ?? all
      return signOf(all, decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
    })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function signOf(reference: string, code: number): string {
  const isSign = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSign ? String.fromCodePoint(code) : reference
}
