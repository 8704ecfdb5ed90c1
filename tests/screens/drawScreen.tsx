import { vi } from 'vitest'
import { HttpProblem } from '../../src/client/http/problem.ts'
import { InputDialogContext } from '../../src/interpreter/actions/dialogs/InputDialogContext.ts'
import { FormDialog } from '../../src/interpreter/form/FormDialog.tsx'
import { InputDialog } from '../../src/interpreter/form/InputDialog.tsx'
import { compileModule } from '../../src/interpreter/form/testing.tsx'
import { type ImportValidator, ValidatorImportContext } from '../../src/interpreter/form/validation/validators.ts'
import Screen from '../../src/interpreter/Screen.tsx'
import { createFakeHttp, type FakeCall, type FakeHttp } from '../../src/interpreter/testing/fakeHttp.ts'
import { openingOf } from '../../src/interpreter/testing/openingOf.ts'
import { renderConsole } from '../../src/interpreter/testing/renderConsole.tsx'
import type { Entity } from '../../src/language/documents/entity.ts'
import { evaluate } from '../../src/language/predicate/predicate.ts'
import type { PlainSchema, ResolvedForm, ResolvedScreen } from '../../src/language/resolved.ts'
import { restrictScreen } from '../../src/language/rights/restrictScreen.ts'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import type { Mask } from '../../src/rules/masks.ts'
import { type GeneratedRow, generateRows, keysOf } from './generateRows.ts'
import { shipped } from './shipped.ts'

vi.setConfig({ testTimeout: 120_000 })

/** The server's answer for the list of a screen. */
export type ListAnswer = 'rows' | 'empty' | 'error'

/** Rows on the only page of the fake server. */
export const rowCount = 4

/** Rows that show every state of a record. */
const statesMost = 12

export function entityOf(screen: ResolvedScreen): Entity {
  const entity = shipped.catalog.entities.get(screen.entity.name)
  if (!entity) throw new Error(`${screen.uri} has no entity`)
  return entity
}

interface DrawOptions {
  readonly permissions?: ReadonlySet<string>
  readonly answer?: ListAnswer
  /** Query string. */
  readonly search?: string
  readonly rows?: readonly GeneratedRow[]
}

export interface DrawnScreen {
  readonly http: FakeHttp
  readonly screen: ResolvedScreen
  /** Calls of the list so far, less those that only count the records of a view with a notice. */
  listCalls(): readonly FakeCall[]
  unmount(): void
}

/** A pattern that a path of a document, filled with values, matches. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

/**
 * Draws a shipped screen completely, as the console does: its document restricted to the permissions, the real interpreter, and a fake
 * server with rows made from the entity document.
 */
export function drawScreen(whole: ResolvedScreen, options: DrawOptions = {}): DrawnScreen {
  const permissions = options.permissions ?? new Set(screenPermissions(whole))
  const screen = restrictScreen(whole, permissions)
  if (screen === null) throw new Error(`${whole.uri} is not open to these permissions`)
  const rows = options.rows ?? generateRows(entityOf(whole), rowCount)
  const http = serve(screen, rows, options.answer ?? 'rows')
  const search = options.search ?? neededSearch(screen)
  const { unmount } = renderConsole(
    <ValidatorImportContext value={importerOf(screen)}>
      <Screen uri={screen.uri} />
    </ValidatorImportContext>,
    { http, permissions: [...permissions], address: `${screen.uri}${search === '' ? '' : `?${search}`}` },
  )
  return { http, screen, listCalls: () => http.calls.filter((call) => isList(call, screen) && !isCount(call, screen)), unmount }
}

/** A filter that a list needs before it loads. */
function neededSearch({ list }: ResolvedScreen): string {
  const field = list.needs?.fields[0]
  if (field === undefined) return ''
  const filter = list.filters.find((one) => one.field === field)
  if (filter?.op === 'between') return `${field}From=2026-01-01&${field}To=2026-01-31`
  const mask = filter?.lookup?.mask
  return `${field}=${mask === undefined ? '1' : wholeSamples[mask]}`
}

/** A masked field is only searched by a complete value. */
export const wholeSamples: Readonly<Record<Mask, string>> = {
  card: '880000000013',
  mobile: '0912345678',
  account: '12345678',
  email: 'somebody@example.com',
  name: '王小明',
  secret: '',
}

/** Records that the button of the form is offered for, so that they can be saved. What has to be empty for it is empty. */
function rowForForm(screen: ResolvedScreen, form: ResolvedForm): readonly GeneratedRow[] {
  const guard = Object.values(screen.actions).find((action) => action.kind === 'form' && action.form === form.name)?.guard
  const empty = [...JSON.stringify(guard ?? {}).matchAll(/"row\.(\w+)":\{"empty":true\}/g)].map(([, name]) => [name, null])
  const rows = generateRows(entityOf(screen), statesMost).map((row) => ({ ...row, ...Object.fromEntries(empty) }))
  return rows.filter((row) => guard === undefined || evaluate(guard, { row })).slice(0, rowCount)
}

/** Draws one form of a shipped screen with all permissions; a form for a record gets the first row that it is offered for. */
export function drawForm(screen: ResolvedScreen, form: ResolvedForm): { readonly http: FakeHttp } {
  const http = serve(screen, rowForForm(screen, form), 'rows')
  const nothing = () => undefined
  renderConsole(
    <InputDialogContext value={InputDialog}>
      <ValidatorImportContext value={importerOf(screen)}>
        <FormDialog screen={screen} form={form} {...(form.mode === 'create' ? {} : { recordId: 1 })} onClose={nothing} onSaved={nothing} />
      </ValidatorImportContext>
    </InputDialogContext>,
    { http, permissions: screenPermissions(screen) },
  )
  return { http }
}

function isList(call: FakeCall, { api }: ResolvedScreen): boolean {
  return call.method === api.list.method && patternOf(api.list.path).test(call.path)
}

/** Counts the records of a view for its notice. */
function isCount({ path, params }: FakeCall, { list }: ResolvedScreen): boolean {
  const view = new URLSearchParams(params as URLSearchParams).get('view')
  return path.endsWith('/0/1') && list.views.some(({ name, notice }) => name === view && notice !== undefined)
}

function serve(screen: ResolvedScreen, rows: readonly GeneratedRow[], answer: ListAnswer): FakeHttp {
  return createFakeHttp((call) => {
    if (call.path === '/api/screens/diagnostics') return []
    if (call.path === '/api/screens/changes') return []
    if (call.path.endsWith('/preferences')) return {}
    if (call.path === `/api/screens${screen.uri}/opening`) return openingOf(screen)
    if (call.path === `/api/screens${screen.uri}`) return screen
    if (call.path === '/api/shared/dictionary') return optionsOf((call.body as { parameter: string }).parameter)
    return isList(call, screen) ? answerList(answer, rows) : answerOther(call, screen, rows)
  })
}

function optionsOf(name: string): readonly { key: string; value: string }[] {
  return keysOf(name).map((key) => ({ key, value: `選項${key}` }))
}

function answerList(answer: ListAnswer, rows: readonly GeneratedRow[]): unknown {
  if (answer === 'error') throw new HttpProblem({ kind: 'text', status: 500, code: null, text: '系統忙碌中，請稍後再試。' })
  const shown = answer === 'empty' ? [] : rows
  const totals = Object.fromEntries(Object.keys(shown[0] ?? {}).map((field) => [field, 123]))
  return { totalCount: shown.length, pageIndex: 0, pageSize: 25, rows: shown, totals }
}

/** Histories and child lists are empty, a record is the first row, and other calls of widgets give an empty list. */
function answerOther(call: FakeCall, screen: ResolvedScreen, rows: readonly GeneratedRow[]): unknown {
  if (patternOf(screen.api.history.path).test(call.path)) return []
  if (patternOf(screen.api.children.path).test(call.path)) return answerList('empty', rows)
  return patternOf(screen.api.get.path).test(call.path) ? rows[0] : []
}

/** Compiles the validators of a screen on demand, like the server. */
function importerOf(screen: ResolvedScreen): ImportValidator {
  const inputs = Object.values(screen.actions).flatMap((action) => action.input ?? [])
  const schemas = new Map<string, PlainSchema>([...Object.values(screen.forms), ...inputs].map((one) => [one.validator, one.schema]))
  return async (hash) => {
    const schema = schemas.get(hash)
    if (!schema) throw new Error(`${screen.uri} has no validator ${hash}`)
    return compileModule(schema)
  }
}
