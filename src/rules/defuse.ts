/**
 * Blanks, control characters and everything invisible. Spreadsheet programs, and people who clean a cell, remove them before reading the
 * text.
 */
const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u
const formulaSigns: ReadonlySet<string> = new Set(['=', '+', '-', '@', '\u2212'])
const cellEnds = /^[\t\r\n\0]/

/**
 * Puts an apostrophe before text that a spreadsheet program might run: text that begins with `=`, `+`, `-` or `@` in any form (full width,
 * small, raised), even after invisible characters. The writers of files call it for every text, so that no list can forget it.
 */
export function defuse(text: string): string {
  const [first = ''] = text.replace(unseen, '')
  return cellEnds.test(text) || formulaSigns.has(first.normalize('NFKC')) ? `'${text}` : text
}

/** The text that {@link defuse} was given: an exported file that is imported again brings back what was exported. */
export function undefused(text: string): string {
  const rest = text.slice(1)
  return text.startsWith("'") && defuse(rest) === text ? rest : text
}
