import {
  type SerialRecipient,
  serialRecipientHeadings,
  serialRecipientProblems,
  serialRecipientsMax,
} from '../../../../src/rules/serialRecipients.ts'
import { splitLines } from '../../../shared/form/sheetFile.ts'
import { readTyped } from '../../../shared/form/typedText.ts'

/** What stands in the lines, and what is wrong with them, in words. */
export interface ReadLines {
  readonly recipients: readonly SerialRecipient[]
  readonly problems: readonly string[]
}

/** So many wrong lines are named; whoever has more begins with these. */
const namedMax = 5

/** Recipients of lines `name, e-mail`, typed, pasted from a sheet or read from a file; headings and empty lines are passed over. */
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

/** Cells of a file as lines to be looked at and mended. @throws RangeError with what to tell when there are none */
export function linesOfFile(cells: readonly (readonly string[])[]): string {
  const recipients = recipientsOf(cells)
  if (recipients.length === 0) throw new RangeError('檔案中沒有收件人資料。')
  return recipients.map(({ name, email }) => `${name.replaceAll(',', '，')}, ${email}`).join('\n')
}
