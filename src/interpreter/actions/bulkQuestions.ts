import type { Confirm } from '../../client/dialogs/DialogProvider.tsx'
import type { Confirmations } from '../shared/calls/confirmedCall.ts'
import type { CallAnswer } from '../shared/calls/recordCalls.ts'
import type { ActionTarget } from './actionTarget.ts'
import { parseVerdicts, type Verdict } from './verdict.ts'

type Rows = Extract<ActionTarget, { kind: 'rows' }>
type Send = (rows: Rows, confirmations: Confirmations) => Promise<CallAnswer>

/** Questions that are shown one by one; of more rows the number. */
const shownMax = 5

/**
 * Sends a bulk action whose rows the server may ask about, as it asks about a single one. Each question is put once for all rows that it is
 * about; after 確定 these rows are sent again with the answer, after 取消！ they stay refused with the question as the reason.
 *
 * @returns the answer of a bulk call with the last verdict of each row
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

/** Rows with the same question and the same answers before: nobody says yes to what was not asked about a row. */
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

/** With the versions that were looked at, as far as they are known. */
function rowsOf(group: readonly Verdict[], { chosen }: Rows): Rows {
  const ids = group.map(({ id }) => id)
  const names = new Set(ids.map(String))
  const seen = 'ids' in chosen ? Object.entries(chosen.rowVersions).filter(([id]) => names.has(id)) : []
  return { kind: 'rows', chosen: { ids, rowVersions: Object.fromEntries(seen) }, count: ids.length }
}

function withoutQuestion({ question: _question, ...rest }: Verdict): Verdict {
  return rest
}
