import type { ApiVerb } from '../documents/vocabulary.ts'
import type { ResolvedAction, ResolvedForm, ResolvedScreen } from '../resolved.ts'

/**
 * True when a screen offers a verb to anybody. A verb for which the document has no button, form or list is not offered: it is neither
 * served nor described. Every list offers reading a record and its history.
 */
export function isOffered(screen: ResolvedScreen, verb: ApiVerb): boolean {
  return tests[verb](screen)
}

/** The same check for the transition named in an address; an unknown name is not offered. */
export function isOfferedByName(screen: ResolvedScreen, verb: ApiVerb, name: string | undefined): boolean {
  if (name === undefined || (verb !== 'transition' && verb !== 'bulk')) return true
  const action = Object.hasOwn(screen.actions, name) ? screen.actions[name] : undefined
  return action?.kind === 'transition' && (verb === 'transition' || action.bulkCall !== undefined)
}

const always = () => true
const anyAction = (screen: ResolvedScreen, fits: (action: ResolvedAction) => boolean) => Object.values(screen.actions).some(fits)

function hasBuiltIn(name: string): (screen: ResolvedScreen) => boolean {
  return (screen) => anyAction(screen, (action) => action.kind === 'builtIn' && action.action === name)
}

/** Checks for a button of that name, or one that opens a form of that mode. */
function hasForm(mode: 'create' | 'edit'): (screen: ResolvedScreen) => boolean {
  const ofMode = (screen: ResolvedScreen, action: ResolvedAction) => action.kind === 'form' && screen.forms[action.form]?.mode === mode
  return (screen) => hasBuiltIn(mode)(screen) || anyAction(screen, (action) => ofMode(screen, action))
}

function asksForRecord({ input }: ResolvedAction): boolean {
  return Object.values(input?.fields ?? {}).some(({ reference }) => reference !== undefined)
}

/** A form with a field, or a field of rows, that refers to other records. */
function refers({ mode, fields }: ResolvedForm): boolean {
  const all = Object.values(fields).flatMap((field) => [field, ...Object.values(field.items ?? {})])
  return mode !== 'view' && all.some(({ reference, readonly }) => reference !== undefined && !readonly)
}

const tests: Readonly<Record<ApiVerb, (screen: ResolvedScreen) => boolean>> = {
  list: always,
  get: always,
  history: always,
  children: (screen) => Object.keys(screen.children).length > 0,
  choices: (screen) =>
    Object.values(screen.forms).some(refers) ||
    anyAction(screen, asksForRecord) ||
    screen.list.filters.some(({ reference }) => reference !== undefined),
  report: (screen) => screen.report !== undefined,
  create: (screen) => hasForm('create')(screen) || hasBuiltIn('copy')(screen),
  update: hasForm('edit'),
  delete: hasBuiltIn('delete'),
  export: hasBuiltIn('export'),
  import: hasBuiltIn('import'),
  importExample: hasBuiltIn('import'),
  transition: (screen) => anyAction(screen, (action) => action.kind === 'transition'),
  bulk: (screen) => anyAction(screen, (action) => action.kind === 'transition' && action.bulkCall !== undefined),
}
