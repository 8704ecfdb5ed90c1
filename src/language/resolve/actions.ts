import { type ChangeDecision, isChangeDecision } from '../../rules/waitingChange.ts'
import type { Entity, Transition } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'
import type { Action, Screen } from '../documents/screen.ts'
import { type BuiltInAction, builtInActions, type Tone } from '../documents/vocabulary.ts'
import { decidesChanges, decisionButtons } from '../entity/changeDecisions.ts'
import { stepChoices } from '../entity/references.ts'
import { bulkEdit, bulkEditInput, bulkEditTitle } from '../query/bulkEdit.ts'
import type { ResolvedAction, ResolvedCall, ResolvedField, ResolvedInput, ResolvedScreen } from '../resolved.ts'
import { parseCall, wholePermission } from './api.ts'
import { combine, resolveInput } from './fields.ts'
import { type FormMode, ownForm, readFormSource } from './formSource.ts'

/** Question before a record is deleted (domain 4.0). */
const deleteConfirmText = '確定要刪除這筆資料嗎？'

interface BuiltIn {
  readonly label: string
  /** Action part of the permission. */
  readonly permission: string
  readonly tone: Tone
  readonly form?: FormMode
}

const builtIns: { readonly [Name in BuiltInAction]: BuiltIn } = {
  create: { label: '新增', permission: 'create', tone: 'primary', form: 'create' },
  edit: { label: '修改', permission: 'edit', tone: 'primary', form: 'edit' },
  view: { label: '檢視', permission: 'view', tone: 'secondary', form: 'view' },
  delete: { label: '刪除', permission: 'delete', tone: 'danger' },
  export: { label: '匯出', permission: 'export', tone: 'secondary' },
  import: { label: '匯入', permission: 'import', tone: 'secondary' },
  copy: { label: '複製', permission: 'create', tone: 'secondary', form: 'create' },
  history: { label: '異動紀錄', permission: 'view', tone: 'secondary' },
  print: { label: '列印', permission: 'export', tone: 'secondary' },
}

export interface ActionContext {
  readonly screen: Screen
  readonly entity: Entity
  readonly resource: string
  readonly api: ResolvedScreen['api']
}

/** What defines an action name; null when nothing does. */
export type ActionSource = 'action' | 'builtIn' | 'decision' | 'transition' | 'form'

/** Looks a name up in the screen's actions, the built-in ones, the decisions on changes, the entity's transitions, and the screen's forms. */
export function findActionSource(
  name: string,
  screen: Pick<Screen, 'actions' | 'forms'>,
  entity: Partial<Pick<Entity, 'transitions' | 'table' | 'properties'>>,
): ActionSource | null {
  if (screen.actions !== undefined && Object.hasOwn(screen.actions, name)) return 'action'
  if (isBuiltIn(name)) return 'builtIn'
  if (isChangeDecision(name) && decidesChanges(entity)) return 'decision'
  if (entity.transitions !== undefined && Object.hasOwn(entity.transitions, name)) return 'transition'
  return ownForm(screen, name) === undefined ? null : 'form'
}

export function isBuiltIn(name: string): name is BuiltInAction {
  return (builtInActions as readonly string[]).includes(name)
}

/** The last part of the permission for a built-in action. */
export function builtInPermission(name: BuiltInAction): string {
  return builtIns[name].permission
}

/** @throws Error when nothing defines the name, which cannot happen in checked documents */
export function resolveAction(name: string, context: ActionContext): ResolvedAction {
  const { screen, entity } = context
  if (name === bulkEdit && screen.list.bulkEdit !== undefined) return resolveBulkEdit(context)
  const source = findActionSource(name, screen, entity)
  const action = screen.actions?.[name]
  const transition = entity.transitions?.[name]
  if (source === 'action' && action !== undefined) return resolveOwnAction(name, action, context)
  if (source === 'builtIn' && isBuiltIn(name)) return resolveBuiltIn(name, context)
  if (source === 'decision' && isChangeDecision(name)) return resolveDecision(name, context)
  if (source === 'transition' && transition !== undefined) return resolveTransition(name, transition, context)
  if (source === 'form') return resolveFormAction(name, context)
  throw new Error(`Screen ${screen.uri} has no action ${name}`)
}

/** Adding a record, also as a copy, may need another permission than `create`. */
function partOf(permission: string, screen: Screen): string {
  return permission === 'create' ? (screen.createPermission ?? permission) : permission
}

function resolveBuiltIn(name: BuiltInAction, { screen, entity, resource }: ActionContext): ResolvedAction {
  const { label, permission, tone, form } = builtIns[name]
  const ofEntity = name === 'edit' ? entity.editable : name === 'delete' ? entity.deletable : undefined
  const guard = combine('$all', ofEntity, form && ownForm(screen, form)?.guard)
  return {
    name,
    label,
    permission: `${resource}.${partOf(permission, screen)}`,
    tone,
    kind: 'builtIn',
    action: name,
    ...(form && { form }),
    ...(guard && { guard }),
    ...(name === 'delete' && { confirm: deleteConfirmText }),
  }
}

function resolveFormAction(name: string, { screen, entity, resource }: ActionContext): ResolvedAction {
  const source = readFormSource(name, screen, entity)
  const { label, permission, tone } = builtIns[source.mode]
  const guard = combine('$all', source.mode === 'edit' ? entity.editable : undefined, ownForm(screen, name)?.guard)
  return {
    name,
    label: source.title ?? label,
    permission: `${resource}.${partOf(permission, screen)}`,
    tone,
    kind: 'form',
    form: name,
    ...(guard && { guard }),
  }
}

/** The state is tested first, because it is why most buttons are hidden. */
function resolveTransition(name: string, transition: Transition, { resource, api }: ActionContext): ResolvedAction {
  const state = { [`row.${transition.field}`]: { in: [...transition.from] } } as Predicate
  const withName = (call: ResolvedScreen['api']['transition']) => ({ method: call.method, path: call.path.replace('{transition}', name) })
  return {
    name,
    label: transition.label,
    permission: wholePermission(resource, transition.permission),
    tone: transition.tone ?? 'secondary',
    guard: combine('$all', state, transition.guard) ?? state,
    kind: 'transition',
    transition: name,
    call: withName(api.transition),
    ...(transition.bulk && { bulkCall: withName(api.bulk) }),
    ...(transition.confirm !== undefined && { confirm: transition.confirm }),
    ...(transition.message !== undefined && { message: transition.message }),
    ...(transition.input && {
      input: withChoices(resolveInput(transition.input, transition.label), (field) => choicesPath(api, stepChoices(name, field))),
    }),
  }
}

/** Asked for like a step of several records. What each of them may become is decided for each, as in its form. */
function resolveBulkEdit({ screen, entity, resource, api }: ActionContext): ResolvedAction {
  const withName = ({ method, path }: ResolvedCall) => ({ method, path: path.replace('{transition}', bulkEdit) })
  return {
    name: bulkEdit,
    label: '批次修改',
    permission: `${resource}.${builtIns.edit.permission}`,
    tone: 'primary',
    kind: 'transition',
    transition: bulkEdit,
    call: withName(api.transition),
    bulkCall: withName(api.bulk),
    input: withChoices(resolveInput(bulkEditInput(screen.list, entity), bulkEditTitle), (field) => choicesPath(api, field)),
  }
}

/** What a field refers to is searched as in a form. Of which company it has to be is known to the server alone: there may be several. */
function withChoices(input: ResolvedInput, pathOf: (field: string) => string): ResolvedInput {
  const fields = Object.entries(input.fields).map(([name, field]): readonly [string, ResolvedField] => [
    name,
    field.property['x-ref'] === undefined ? field : { ...field, reference: { path: pathOf(name), shows: [] } },
  ])
  return { ...input, fields: Object.fromEntries(fields) }
}

function choicesPath({ choices }: ResolvedScreen['api'], field: string): string {
  return choices.path.replace('{field}', field)
}

/** A decision is asked for like a step, but it ends a waiting change and leaves the state of the record alone. */
function resolveDecision(name: ChangeDecision, { resource, api }: ActionContext): ResolvedAction {
  const { permission, input, ...button } = decisionButtons[name]
  const { method, path } = api.transition
  return {
    name,
    ...button,
    permission: `${resource}.${permission}`,
    kind: 'transition',
    transition: name,
    call: { method, path: path.replace('{transition}', name) },
    ...(input && { input: resolveInput(input, button.label) }),
  }
}

function resolveOwnAction(name: string, action: Action, { resource }: ActionContext): ResolvedAction {
  const guard = combine('$all', action.visible, action.guard)
  const base = {
    name,
    label: action.label,
    permission: wholePermission(resource, action.permission),
    tone: action.tone ?? 'secondary',
    ...(guard && { guard }),
    ...(action.confirm !== undefined && { confirm: action.confirm }),
    ...(action.message !== undefined && { message: action.message }),
    ...(action.input && { input: resolveInput(action.input, action.label) }),
  }
  if (action.open !== undefined) return { ...base, kind: 'open', uri: action.open }
  if (action.request === undefined) throw new Error(`Action ${name} neither requests nor opens anything`)
  return {
    ...base,
    kind: 'request',
    call: parseCall(action.request),
    after: action.after ?? 'reload',
    ...(action.body && { body: action.body }),
    ...(action.takesFile && { takesFile: action.takesFile }),
  }
}
