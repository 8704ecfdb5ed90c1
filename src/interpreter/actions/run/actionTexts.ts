import { formatPoints } from '../../../client/format.ts'
import type { BuiltInAction } from '../../../language/documents/vocabulary.ts'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { type MessageCode, message, messages } from '../../../rules/messages.ts'
import type { CallAnswer } from '../../shared/calls/recordCalls.ts'
import type { ActionTarget } from '../actionTarget.ts'

const deleteText = '確定要刪除這筆資料嗎？'

/** The question before an action; null when it starts at once (domain 4.0, standard confirm texts). */
export function confirmText(action: ResolvedAction, target: ActionTarget): string | null {
  if (target.kind === 'rows') return bulkText(action.confirm, target)
  if (action.confirm !== undefined) return target.kind === 'row' ? withFields(action.confirm, { ...target.row, n: 1 }) : action.confirm
  return action.kind === 'builtIn' && action.action === 'delete' ? deleteText : null
}

/**
 * Question before a bulk action: the number of records, then the question for a single one with the sums over all, so that the user gets
 * the same information as for a single record.
 */
function bulkText(confirm: string | undefined, { count, sumOf }: Extract<ActionTarget, { kind: 'rows' }>): string {
  const standard = `確定要處理選取的 ${formatPoints(count)} 筆資料嗎？`
  if (confirm === undefined) return standard
  if (confirm.includes('{n}')) return withFields(confirm, { n: count })
  const fields = [...confirm.matchAll(/\{(\w+)\}/g)].map(([, field]) => String(field))
  const sums = fields.map((field) => [field, sumOf?.(field) ?? null] as const)
  const hasAll = sums.every(([, sum]) => sum !== null)
  return hasAll ? `${standard}${withFields(confirm, Object.fromEntries(sums))}` : standard
}

/** Fills `確定要沖銷 {points} 點嗎？` with the values of the record, and `{n}` with the number of records. Numbers get thousands separators. */
function withFields(text: string, row: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, field: string) => {
    const value = Object.hasOwn(row, field) ? row[field] : undefined
    return typeof value === 'number' ? formatPoints(value) : String(value ?? '')
  })
}

/**
 * Text of the notice after success: the server's text for this call, otherwise the action's own text, the message that the server named, or
 * the standard message.
 */
export function successText(action: ResolvedAction, { messageCode, messageText }: Omit<CallAnswer, 'data'>): string {
  if (messageText !== null) return messageText
  if (action.message !== undefined) return action.message
  if (messageCode !== null && isMessageCode(messageCode)) return message(messageCode)
  return message(action.kind === 'builtIn' ? (builtInMessages[action.action] ?? 'M04') : 'M04')
}

const builtInMessages: Partial<Record<BuiltInAction, MessageCode>> = { create: 'M01', copy: 'M01', edit: 'M02', delete: 'M03' }

function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(messages, code)
}
