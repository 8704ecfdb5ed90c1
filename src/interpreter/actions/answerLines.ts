import { formatDateTime } from '../../client/format.ts'
import type { ResolvedField, ResolvedScreen } from '../../language/resolved.ts'

/** One value of an answer as people read it. */
export interface AnswerLine {
  /** Name in the answer; empty for an answer that is a single value. */
  readonly name: string
  readonly title: string
  readonly text: string
}

/** One line per member of an object, anything else as one line. Members that are fields of the screen bear the field's title. */
export function answerLines(answer: unknown, screen: Pick<ResolvedScreen, 'forms'>): readonly AnswerLine[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return [{ name: '', title: '結果', text: plainText(answer) }]
  }
  return Object.entries(answer).map(([name, value]) => {
    const field = findField(screen, name)
    return { name, title: field?.title ?? name, text: field?.format === 'dateTime' ? formatDateTime(value) : plainText(value) }
  })
}

function findField({ forms }: Pick<ResolvedScreen, 'forms'>, name: string): ResolvedField | undefined {
  const owner = Object.values(forms).find((form) => Object.hasOwn(form.fields, name))
  return owner?.fields[name]
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
