import sanitizeHtml from 'sanitize-html'

/** What the rich text editor can make, and nothing else: no scripts, styles, frames, handlers or foreign pictures. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'h1',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'code',
    'pre',
    'hr',
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** Rich text as it may be stored and shown; '' when nothing is left to read. */
export function cleanHtml(text: string): string {
  const clean = sanitizeHtml(text, rules)
  const words = clean.replace(/<[^>]*>|&nbsp;/g, '').trim()
  return words === '' ? '' : clean
}
