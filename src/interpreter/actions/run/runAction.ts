import type { Confirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { DictionaryCache } from '../../../client/dictionaryCache.ts'
import { notify } from '../../../client/notices.ts'
import type { BuiltInAction } from '../../../language/documents/vocabulary.ts'
import type { ResolvedAction, ResolvedForm } from '../../../language/resolved.ts'
import { message } from '../../../rules/messages.ts'
import { fillPath } from '../../shared/calls/callPath.ts'
import { type Confirmations, confirmedCall } from '../../shared/calls/confirmedCall.ts'
import { type CallAnswer, getRecord } from '../../shared/calls/recordCalls.ts'
import { copiedValues, findForm, openedRow } from '../../shared/records/openForm.ts'
import type { ActionInput, ActionRunner, ActionRunnerOptions, SendingWay } from '../actionRunner.ts'
import { type ActionTarget, targetId } from '../actionTarget.ts'
import { loadActions } from '../lazyActions.ts'
import { parseVerdicts } from '../verdict.ts'
import { confirmText, successText } from './actionTexts.ts'
import type { BulkWatch } from './bulkBatches.ts'
import { pathValues, sendDelete, sendRequest, sendTransition } from './performAction.ts'
import { subjectOf } from './subjectOf.ts'

/** Everything that the steps of an action need, in one object. */
export interface RunnerWorld extends ActionRunnerOptions, SendingWay {
  /** To look up the names in questions. */
  readonly dictionaries: DictionaryCache
  readonly confirm: Confirm
  readonly showDialog: ActionRunner['showDialog']
}

/** Asks the question of an action, which names the record. Returns true when there is no question. */
export async function isConfirmed(
  world: Omit<RunnerWorld, keyof SendingWay>,
  action: ResolvedAction,
  target: ActionTarget,
): Promise<boolean> {
  const question = confirmText(action, target)
  return question === null || (await world.confirm(question, subjectOf(world, target)))
}

/** Runs a confirmed action and shows the result. @throws HttpProblem when the server refuses it */
export async function runAction(given: RunnerWorld, action: ResolvedAction, target: ActionTarget, input: ActionInput): Promise<void> {
  const subject = subjectOf(given, target)
  const world = { ...given, confirm: (text: string) => given.confirm(text, subject) }
  switch (action.kind) {
    case 'builtIn':
      return await builtIns[action.action](world, action, target)
    case 'form':
      return openForm(world, Object.hasOwn(world.screen.forms, action.form) ? world.screen.forms[action.form] : undefined, target)
    case 'transition':
      return await runTransition(world, action, target, input)
    case 'request':
      return await runRequest(world, action, target, input)
    case 'open':
      return world.navigate(fillPath(action.uri, pathValues(target)))
  }
}

/** Title of a dialog, e.g. `異動紀錄：特約商 C000101 好食光（啟用）`. */
function titleOf(world: RunnerWorld, action: ResolvedAction, target: ActionTarget): string {
  const subject = subjectOf(world, target)
  return subject === '' ? action.label : `${action.label}：${subject}`
}

type BuiltIn = (world: RunnerWorld, action: Extract<ResolvedAction, { kind: 'builtIn' }>, target: ActionTarget) => Promise<void> | void

const builtIns = {
  create: (world, action) => openForm(world, findForm(world.screen, 'create', action.form), { kind: 'screen' }),
  edit: (world, action, target) => openForm(world, findForm(world.screen, 'edit', action.form), target),
  view: (world, action, target) => openForm(world, findForm(world.screen, 'view', action.form), target),
  copy: (world, action, target) => openCopy(world, findForm(world.screen, 'create', action.form), target),
  delete: async (world, action, target) => {
    const answer = await sendDelete(world.http, world.screen, target, watchOf(world, action))
    finishWrite(target.kind === 'row' ? { ...world, onChanged: world.onDeleted ?? world.onChanged } : world, action, target, answer)
  },
  export: downloadExport,
  import: (world, action) => world.showDialog({ kind: 'import', title: action.label }),
  history: (world, action, target) => {
    const recordId = targetId(target)
    if (recordId !== null) world.showDialog({ kind: 'history', title: titleOf(world, action, target), recordId })
  },
  print: (world, action, target) => {
    // A form is printed as shown; a list is printed with the rows of all its pages.
    if (target.kind !== 'screen' || world.shownColumns === undefined) return window.print()
    world.showDialog({ kind: 'print', title: action.label, params: world.exportParams(), columns: world.shownColumns() })
  },
} as const satisfies Record<BuiltInAction, BuiltIn>

/** Exports the whole list with its filters and order, not only the page. */
async function downloadExport(world: RunnerWorld, _action: ResolvedAction, target: ActionTarget): Promise<void> {
  const params = world.exportParams()
  if (target.kind === 'screen' && target.format !== undefined) params.set('format', target.format)
  const outcome = await world.http.download(fillPath(world.screen.api.export.path, {}), { params })
  if (outcome.kind === 'later') notify.info(outcome.text)
}

function openForm(world: RunnerWorld, form: ResolvedForm | undefined, target: ActionTarget): void {
  // The server removes an action together with its form, so a missing form means that the document has changed since.
  if (form === undefined) notify.error(message('M09'))
  else world.onOpenForm({ screen: world.screen, form, ...(target.kind === 'row' ? openedRow(world.screen, target.row) : {}) })
}

async function openCopy(world: RunnerWorld, form: ResolvedForm | undefined, target: ActionTarget): Promise<void> {
  const recordId = targetId(target)
  if (form === undefined || recordId === null) return notify.error(message('M09'))
  const record = await getRecord(world.http, world.screen.api.get, recordId)
  world.onOpenForm({ screen: world.screen, form, initial: copiedValues(form, record) })
}

async function runTransition(
  world: RunnerWorld,
  action: Extract<ResolvedAction, { kind: 'transition' }>,
  target: ActionTarget,
  input: ActionInput,
): Promise<void> {
  const watch = watchOf(world, action)
  const send = (sent: ActionTarget, confirmations: Confirmations) =>
    sendTransition(world.http, {
      action,
      screen: world.screen,
      target: sent,
      input: { ...input, ...confirmations },
      watch,
      requestKey: world.requestKey,
    })
  const answer =
    target.kind === 'rows'
      ? await (await import('./bulkQuestions.ts')).confirmedBulk(world.confirm, target, send)
      : await confirmedCall(world.confirm, (confirmations) => send(target, confirmations))
  finishWrite(world, action, target, answer)
}

async function runRequest(
  world: RunnerWorld,
  action: Extract<ResolvedAction, { kind: 'request' }>,
  target: ActionTarget,
  input: ActionInput,
): Promise<void> {
  if (action.takesFile) {
    const path = fillPath(action.call.path, pathValues(target))
    return world.showDialog({ kind: 'file', title: titleOf(world, action, target), path })
  }
  if (action.after === 'download') {
    const path = fillPath(action.call.path, pathValues(target))
    const sent = { ...action.body, ...input }
    const isPost = action.call.method === 'POST'
    await world.http.download(path, isPost ? { method: 'POST', body: sent } : { params: sent })
    // A file that may be fetched only a limited number of times changes the record, so the list reloads.
    if (isPost) world.onChanged()
    return world.showDialog(null)
  }
  // Loads the dialog first, because a key that is shown only once would be lost if the dialog could not be loaded afterwards.
  if (action.after === 'show') await loadActions()
  const answer = await confirmedCall(world.confirm, (confirmations) =>
    sendRequest(world.http, {
      call: action.call,
      body: action.body ?? {},
      target,
      input: { ...input, ...confirmations },
      requestKey: world.requestKey,
    }),
  )
  if (action.after === 'show') {
    return world.showDialog({
      kind: 'answer',
      title: titleOf(world, action, target),
      answer: answer.data,
      hasChanged: action.call.method !== 'GET',
      ...(action.input !== undefined && { again: { kind: 'input', action, target, entered: input } }),
    })
  }
  if (action.after === 'open') {
    world.showDialog(null)
    return openAddress(answer.data)
  }
  if (action.made !== undefined) return await finishMaking(world, action, target, answer)
  if (action.after === 'reload' || action.after === 'made') return finishWrite(world, action, target, answer)
  world.showDialog(null)
  notify.success(successText(action, answer))
}

/** Opens the record that was made, or shows a link to it. */
async function finishMaking(
  world: RunnerWorld,
  action: Extract<ResolvedAction, { kind: 'request' }>,
  target: ActionTarget,
  answer: CallAnswer,
): Promise<void> {
  const { madeAddress, overList, tellMade } = await import('../../shared/records/madeRecord.tsx')
  if (target.kind === 'rows') finishWrite(world, action, target, answer)
  else {
    world.showDialog(null)
    if (action.after !== 'nothing') world.onChanged()
  }
  const text = successText(action, answer)
  const address = action.after === 'made' ? madeAddress(action, answer.data, action.madeForm) : null
  if (address === null) tellMade(text, madeAddress(action, answer.data), world.navigate)
  else {
    notify.success(text)
    world.navigate(overList(address, world.screen))
  }
}

/**
 * Opens the `url` in the answer of a request, in a tab without access to this one. Only https, because an answer must never run as a
 * script.
 */
function openAddress(answer: unknown): void {
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? String(answer.url) : ''
  if (!url.startsWith('https://')) throw new TypeError('The request did not answer an https address')
  window.open(url, '_blank', 'noopener,noreferrer')
}

/** Shows the progress of a long run. 停止 ends it after the rows in progress. */
function watchOf(world: RunnerWorld, action: ResolvedAction): BulkWatch {
  let isStopped = false
  const onStop = () => {
    isStopped = true
  }
  return {
    report: (done, total) => world.showDialog({ kind: 'progress', title: action.label, done, total, onStop }),
    isStopped: () => isStopped,
  }
}

/** Shows verdicts per row for a bulk action, otherwise a notice. The list reloads in both cases. */
function finishWrite(world: RunnerWorld, action: ResolvedAction, target: ActionTarget, answer: CallAnswer): void {
  world.onChanged()
  if (target.kind === 'rows') {
    world.onRowsDone?.()
    world.showDialog({ kind: 'verdicts', title: action.label, verdicts: parseVerdicts(answer.data) })
  } else {
    world.showDialog(null)
    notify.success(successText(action, answer))
  }
}
