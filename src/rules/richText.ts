/**
 * What rich text may contain: what the editor can make, and nothing else. All these elements contain plain HTML, and none changes how its
 * content is parsed. The server stores nothing else, and the browser draws nothing else.
 */
export const richTextTags = [
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'code', 'pre', 'hr'],
] as const

/** Attributes of links; other elements have none. */
export const richTextAttributes = ['href', 'target', 'rel'] as const

/**
 * Addresses of other sites or mail addresses. Blanks and control characters are not allowed, because browsers remove them and would see
 * another address.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const richTextAddress = /^(https:\/\/|mailto:)[^\s\u0000-\u0020\u007f]+$/i
