import {
  type SerialRecipient,
  serialRecipientHeadings,
  serialRecipientProblems,
  serialRecipientsMax,
} from '../../../../src/rules/serialRecipients.ts'
import { splitLines } from '../../../shared/form/sheetFile.ts'
import { readTyped } from '../../../shared/form/typedText.ts'

/** The recipients in the lines, and error texts. */
export interface ReadLines {
  readonly recipients: readonly SerialRecipient[]
  readonly problems: readonly string[]
}

/** Most faulty lines that are named. */
const namedMax = 5

/** Parses lines of `name, e-mail`, typed, pasted from a spreadsheet or read from a file; skips headings and empty lines. */
export function readLines(text: string): ReadLines {
  const recipients = recipientsOf(splitLines(text))
  if (recipients.length > serialRecipientsMax) return { recipients, problems: [`一次最多寄送 ${serialRecipientsMax} 位。`] }
  const problems = [...serialRecipientProblems(recipients)].map(([index, problem]) => `第 ${index + 1} 位：${problem}`)
  const rest = problems.length - namedMax
  return { recipients, problems: rest > 0 ? [...problems.slice(0, namedMax), `另有 ${rest} 位需要修正`] : problems }
}

function recipientsOf(lines: readonly (readonly string[])[]): readonly SerialRecipient[] {
  return lines
    .filter((cells) => cells.some((cell) => cell.trim() !== '') && cells[0]?.trim() !== serialRecipientHeadings[0])
    .map(([name = '', email = '']) => ({ name: name.trim(), email: readTyped(email, { type: 'email' }).trim() }))
}

/** Cells of a file as lines that the user can correct. @throws RangeError with a text for the user when there are none */
export function linesOfFile(cells: readonly (readonly string[])[]): string {
  const recipients = recipientsOf(cells)
  if (recipients.length === 0) throw new RangeError('檔案中沒有收件人資料。')
  return recipients.map(({ name, email }) => `${name.replaceAll(',', '，')}, ${email}`).join('\n')
}
