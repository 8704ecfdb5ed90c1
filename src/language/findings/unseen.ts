import type { Diagnostic } from './diagnostic.ts'

/** What no editor shows, and what comes along when somebody copies from a page or a chat: blanks without width, marks of direction. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/

/** Tells of a character that nobody sees in the line of a finding: without it, the finding would refuse what looks right. */
export function withUnseen(diagnostic: Diagnostic, text: string | undefined): Diagnostic {
  const line = text?.split('\n')[diagnostic.line - 1] ?? ''
  const [found] = unseen.exec(line) ?? []
  if (found === undefined) return diagnostic
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  const column = line.indexOf(found) + 1
  return { ...diagnostic, message: `${diagnostic.message}；第 ${column} 字是看不見的字元 U+${code}，請刪除後重打` }
}
