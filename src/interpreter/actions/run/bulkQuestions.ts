import type { Confirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { Confirmations } from '../../shared/calls/confirmedCall.ts'
import type { CallAnswer } from '../../shared/calls/recordCalls.ts'
import type { ActionTarget } from '../actionTarget.ts'
import { parseVerdicts, type Verdict } from '../verdict.ts'

type Rows = Extract<ActionTarget, { kind: 'rows' }>
type Send = (rows: Rows, confirmations: Confirmations) => Promise<CallAnswer>

/** Most rows that a question lists by name; for more rows only the number is shown. */
const shownMax = 5

/**
 * Sends a bulk action for which the server may ask for confirmations, as for a single row. Each question is asked once for all rows that it
 * concerns. After 確定 these rows are sent again with the confirmation; after 取消！ they stay refused, with the question as the reason.
 *
 * @returns the answer of a bulk call, with the last verdict of each row
 */
export async function confirmedBulk(confirm: Confirm, rows: Rows, send: Send): Promise<CallAnswer> {
  const answer = await send(rows, {})
  const answered = new Map<Verdict['id'], Confirmations>()
  let verdicts = parseVerdicts(answer.data)
  for (;;) {
    const asked = nextAsked(verdicts, answered)
    if (asked === null) return { ...answer, data: { results: verdicts } }
    const { group, confirmations } = asked
    if (await confirm(questionText(group))) {
      for (const { id } of group) answered.set(id, confirmations)
      const again = parseVerdicts((await send(rowsOf(group, rows), confirmations)).data)
      verdicts = verdicts.map((one) => again.find(({ id }) => id === one.id) ?? one)
    } else {
      const declined = new Set(group.map(({ id }) => id))
      verdicts = verdicts.map((one) => (declined.has(one.id) ? withoutQuestion(one) : one))
    }
  }
}

/**
 * Groups rows with the same question and the same earlier confirmations, so that no confirmation is sent for a row about which it was not
 * asked.
 */
function nextAsked(verdicts: readonly Verdict[], answered: ReadonlyMap<Verdict['id'], Confirmations>) {
  const wanted = (one: Verdict): string | null => {
    const before = answered.get(one.id) ?? {}
    if (one.ok || one.question === undefined || Object.hasOwn(before, one.question)) return null
    return [...Object.keys(before), one.question].join()
  }
  const key = verdicts.map(wanted).find((each) => each !== null)
  if (key === undefined) return null
  const confirmations = Object.fromEntries(
    String(key)
      .split(',')
      .map((field) => [field, true as const]),
  )
  return { group: verdicts.filter((one) => wanted(one) === key), confirmations }
}

function questionText(group: readonly Verdict[]): string {
  const texts = new Set(group.map(({ message }) => message))
  if (texts.size === 1) return group.length === 1 ? line(group[0]) : `${group.length.toLocaleString('en-US')} 筆資料：${[...texts][0]}`
  const rest = group.length - shownMax
  return [...group.slice(0, shownMax).map(line), ...(rest > 0 ? [`另有 ${rest.toLocaleString('en-US')} 筆資料也需確認。`] : [])].join('\n')
}

function line(verdict: Verdict | undefined): string {
  return verdict === undefined ? '' : `${verdict.label}：${verdict.message}`
}

/** Includes the versions that the user saw, where they are known. */
function rowsOf(group: readonly Verdict[], { chosen }: Rows): Rows {
  const ids = group.map(({ id }) => id)
  const names = new Set(ids.map(String))
  const seen = 'ids' in chosen ? Object.entries(chosen.rowVersions).filter(([id]) => names.has(id)) : []
  return { kind: 'rows', chosen: { ids, rowVersions: Object.fromEntries(seen) }, count: ids.length }
}

function withoutQuestion({ question: _question, ...rest }: Verdict): Verdict {
  return rest
}
