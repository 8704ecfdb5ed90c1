import { message } from './messages.ts'
import { isEmail } from './text.ts'

/** A person to whom a serial is mailed. */
export interface SerialRecipient {
  readonly name: string
  readonly email: string
}

/** Most recipients in one request; and the column headings of the file. */
export const serialRecipientsMax = 500
export const serialRecipientHeadings = ['收件人', '電子郵件'] as const
const serialRecipientLengths = { name: 50, email: 100 } as const

/**
 * Problems of the rows as texts, the same in browser and server. Valid rows have none.
 *
 * @returns texts by row index
 */
export function serialRecipientProblems(rows: readonly SerialRecipient[]): ReadonlyMap<number, string> {
  const seen = new Set<string>()
  const problems = rows.map((row, index) => {
    const address = row.email.trim().toLowerCase()
    const isRepeated = address !== '' && seen.has(address)
    seen.add(address)
    return [index, isRepeated ? '電子郵件與前面的收件人重複' : problemOf(row)] as const
  })
  return new Map(problems.flatMap(([index, text]) => (text === null ? [] : [[index, text] as const])))
}

function problemOf({ name, email }: SerialRecipient): string | null {
  if (name.trim() === '') return message('M05', { title: '收件人' })
  if (name.trim().length > serialRecipientLengths.name) return `收件人最多 ${serialRecipientLengths.name} 字`
  if (email.trim() === '') return message('M05', { title: '電子郵件' })
  const isSound = email.trim().length <= serialRecipientLengths.email && isEmail(email.trim())
  return isSound ? null : '電子郵件格式錯誤.'
}
