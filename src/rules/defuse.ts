/** Blanks, controls and everything that is drawn as nothing: programs, and people who clean a cell up, drop it before they look. */
const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u
const formulaSigns: ReadonlySet<string> = new Set(['=', '+', '-', '@', '\u2212'])
const cellEnds = /^[\t\r\n\0]/

/**
 * Text that a spreadsheet program might run gets an apostrophe before it: what begins with `=`, `+`, `-` or `@` in any of their forms
 * (full width, small, raised), also behind signs that nobody sees. The writers of files call it for every text, so that no list can forget.
 */
export function defuse(text: string): string {
  const [first = ''] = text.replace(unseen, '')
  return cellEnds.test(text) || formulaSigns.has(first.normalize('NFKC')) ? `'${text}` : text
}
