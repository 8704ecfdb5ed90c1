import type { HttpClient } from '../../../client/http/httpClient.ts'
import type { ResolvedAction, ResolvedCall, ResolvedScreen } from '../../../language/resolved.ts'
import type { PathValues } from '../../shared/calls/callPath.ts'
import { type CallAnswer, sendRecordCall } from '../../shared/calls/recordCalls.ts'
import type { ActionInput } from '../actionRunner.ts'
import { type ActionTarget, type ChosenRows, targetId } from '../actionTarget.ts'
import type { BulkWatch, sendInBatches } from './bulkBatches.ts'

/** Loaded on demand, because only bulk actions need it. */
const inBatches: typeof sendInBatches = async (target, watch, send) => (await import('./bulkBatches.ts')).sendInBatches(target, watch, send)

interface SendTransitionInput {
  readonly action: Extract<ResolvedAction, { kind: 'transition' }>
  readonly screen: ResolvedScreen
  readonly target: ActionTarget
  readonly input: ActionInput
  readonly watch: BulkWatch
  readonly requestKey?: string | undefined
}

/** Sends a transition: `{rowVersion, ...input}` for one record, `{ids and rowVersions, or query, ...input}` for several. */
export function sendTransition(
  http: HttpClient,
  { action, screen, target, input, watch, requestKey }: SendTransitionInput,
): Promise<CallAnswer> {
  const values = { transition: action.transition }
  if (target.kind === 'rows') {
    const call = action.bulkCall ?? screen.api.bulk
    return inBatches(target, watch, (chosen) => sendRecordCall(http, { call, id: null, payload: { ...chosen, ...input }, values }))
  }
  const payload = { ...versionOf(target), ...input }
  return sendRecordCall(http, { call: action.call, id: targetId(target), payload, values, idempotencyKey: requestKey })
}

interface SendRequestInput {
  readonly call: ResolvedCall
  readonly body: ActionInput
  readonly target: ActionTarget
  readonly input: ActionInput
  readonly requestKey?: string | undefined
}

/**
 * Sends the call of a request action with its fixed body and the input. A write about one record includes the version that the user saw;
 * several records are sent as `ids` or `query`.
 */
export function sendRequest(http: HttpClient, { call, body, target, input, requestKey }: SendRequestInput): Promise<CallAnswer> {
  const chosen = target.kind === 'rows' ? namesOf(target.chosen) : {}
  const seen = call.method === 'POST' || call.method === 'PUT' ? versionOf(target) : {}
  const payload = { ...seen, ...body, ...chosen, ...input }
  return sendRecordCall(http, { call, id: null, payload, values: pathValues(target), idempotencyKey: requestKey })
}

/** Without versions, because a custom call may not accept them. */
function namesOf(chosen: ChosenRows): ActionInput {
  return 'ids' in chosen ? { ids: chosen.ids } : chosen
}

/** Values for the placeholders in the path of a request (`{id}`, `{companyNo}`): the fields of the record. */
export function pathValues(target: ActionTarget): PathValues {
  if (target.kind !== 'row') return {}
  const values = Object.entries(target.row).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(values) as PathValues
}

/** Deletes one record, or several with a verdict per row. */
export function sendDelete(http: HttpClient, screen: ResolvedScreen, target: ActionTarget, watch: BulkWatch): Promise<CallAnswer> {
  if (target.kind === 'rows') {
    return inBatches(target, watch, (chosen) =>
      sendRecordCall(http, { call: screen.api.bulk, id: null, payload: chosen, values: { transition: 'delete' } }),
    )
  }
  return sendRecordCall(http, { call: screen.api.delete, id: targetId(target), payload: versionOf(target) })
}

/** The version that the user saw. The server refuses the write when somebody has changed the record since (M10). */
function versionOf(target: ActionTarget): ActionInput {
  return target.kind === 'row' && target.row.rowVersion !== undefined ? { rowVersion: target.row.rowVersion } : {}
}
