import { isEmail } from '../../../src/rules/text.ts'

/** Rules of an alert input; the texts replace the defaults of the specification. */
export interface AlertInputRule {
  readonly type: 'text' | 'email'
  readonly required: boolean
  readonly emailText?: string
  readonly requiredText?: string
}

/** Defaults of the specification, section 5. */
const alertInputTexts = { email: 'Please enter a valid email!', required: 'Please enter a response!' } as const

/** Problem of an answer, or null: a required answer must not be empty, and an e-mail address has to look like one. */
export function alertInputProblem(answer: string, rule: AlertInputRule): string | null {
  const text = answer.trim()
  if (text === '') return rule.required ? (rule.requiredText ?? alertInputTexts.required) : null
  if (rule.type === 'email' && !isEmail(text)) return rule.emailText ?? alertInputTexts.email
  return null
}
