import { asOneLine } from '../../../../rules/cleanText.ts'
import { message } from '../../../../rules/messages.ts'
import { fieldsError } from '../../errors.ts'

/**
 * A required text of one line from a body that no document describes, as records store theirs.
 *
 * @throws M05 when nothing is left of it
 */
export function enteredLine(field: string, title: string, text: string): string {
  const line = asOneLine(text).trim()
  if (line === '') throw fieldsError({ [field]: message('M05', { title }) }, 'M05')
  return line
}
