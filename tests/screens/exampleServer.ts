import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpProblem } from '../../src/client/http/problem.ts'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { compileModule } from '../../src/interpreter/form/testing.tsx'
import type { ImportValidator } from '../../src/interpreter/form/validation/validators.ts'
import { createFakeHttp, type FakeCall, type FakeHttp } from '../../src/interpreter/testing/fakeHttp.ts'
import { openingOf } from '../../src/interpreter/testing/openingOf.ts'
import { type CheckResult, checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { formVariants } from '../../src/language/resolve/fieldRights.ts'
import type { PlainSchema, ResolvedScreen } from '../../src/language/resolved.ts'
import { restrictScreen } from '../../src/language/rights/restrictScreen.ts'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import { type Actor, systemActor } from '../../src/server/platform/actor.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { ApiError } from '../../src/server/platform/errors.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { DocumentRouter } from '../../src/server/records/calls/documentRouter.ts'
import { type VerbAnswer, verbs } from '../../src/server/records/calls/verbs.ts'
import { createRecordsEngine } from '../../src/server/records/createEngine.ts'
import type { RecordCall, RecordsEngine } from '../../src/server/records/engine.ts'
import { createRecordTables, openMemoryDatabase } from '../../src/server/records/testing/memoryDatabase.ts'
import { changeRequestEntityDocument } from '../../src/server/records/testing/sampleEntity.ts'

const folder = join(import.meta.dirname, 'examples')
const rowsFile = 'rows.json'

/** The folders in `tests/screens/examples`: each is a small `schemas` folder, most with rows to show. */
export const exampleNames: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** A date that suits the dates in the examples. */
export const exampleNow = new Date('2026-03-01T04:00:00Z')

export interface Example extends CheckResult {
  readonly name: string
  readonly screen: ResolvedScreen
  /** Rows by entity, in the order of `rows.json`. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export function readExample(name: string): Example {
  const files = readDocumentFiles(join(folder, name))
  const checked = checkDocuments(
    files.filter((file) => file.path !== rowsFile),
    publishedNames,
  )
  const [screen] = checked.catalog.screens.values()
  if (!screen) throw new Error(`the example ${name} has no good screen`)
  const hasRows = files.some((file) => file.path === rowsFile)
  const rows = hasRows ? (JSON.parse(readFileSync(join(folder, name, rowsFile), 'utf8')) as Example['rows']) : {}
  return { ...checked, name, screen, rows }
}

/** An example on the real engine: the calls of the console reach the same verbs as on the server, without a network. */
export interface ExampleServer {
  readonly http: FakeHttp
  readonly engine: RecordsEngine
  readonly actor: Actor
  /** A call without a screen, as jobs make it. */
  trusted(entity: string): RecordCall
}

export async function openExampleDatabase(): Promise<{ db: Database; close(): Promise<void> }> {
  const opened = await openMemoryDatabase(createRecordTables)
  return opened
}

/** Stores the example's rows, and serves its screen to a user with these permissions; default: all that it needs. */
export async function serveExample(
  example: Example,
  db: Database,
  permissions = screenPermissions(example.screen),
): Promise<ExampleServer> {
  const { catalog } = example
  const actor: Actor = { ...systemActor, userName: 'amy', fullName: '陳小美', permissions: new Set(permissions) }
  const { engine } = createRecordsEngine({
    // Requests of changes are an entity of the product, which no example has among its documents.
    findEntity: (name) =>
      catalog.entities.get(name) ?? (name === changeRequestEntityDocument.name ? changeRequestEntityDocument : undefined),
    findOptions: async (name, { strArg }) => optionsOf(example, name, strArg),
    reportFailure: (error) => {
      throw error
    },
  })
  const trusted = (entity: string): RecordCall => ({ actor: systemActor, screen: null, entity, now: exampleNow, db })
  for (const [entity, rows] of Object.entries(example.rows)) await storeOnce(engine, trusted(entity), rows)
  const router = new DocumentRouter()
  router.serve(catalog.screens)
  const http = createFakeHttp((call) => {
    const restricted = restrictScreen(example.screen, actor.permissions)
    if (call.path === '/api/screens/diagnostics') return []
    if (call.path === '/api/screens/changes') return []
    if (call.path.endsWith('/preferences')) return {}
    if (call.path.startsWith('/api/screens/')) return call.path.endsWith('/opening') ? openingOf(restricted) : restricted
    if (call.path === '/api/shared/dictionary') return dictionaryAnswer(example, call)
    const route = router.find(call.method === 'DOWNLOAD' ? 'GET' : call.method, call.path)
    // Paths of custom actions belong to code; here they only have to be callable.
    if (!route || restricted === null || call.method === 'DOWNLOAD') return {}
    const scoped = { actor, screen: restricted, entity: restricted.entity.name, now: exampleNow, db }
    const request = { params: route.params, query: call.params, body: call.body, file: () => Promise.reject(new Error('no file')) }
    const answered: Promise<VerbAnswer> = verbs[route.verb](engine, scoped, request)
    return answered.then(bodyOf, refuse)
  })
  return { http, engine, actor, trusted }
}

/** Several tests of a file may use one example in one database. */
async function storeOnce(engine: RecordsEngine, call: RecordCall, rows: Example['rows'][string]): Promise<void> {
  const query = { filters: [], alternatives: [], search: '', sort: [], pageIndex: 0, pageSize: 1, view: null }
  if ((await engine.list(call, query)).totalCount > 0) return
  for (const row of rows) await engine.create(call, { ...row })
}

/** Converted to JSON, where instants are texts. */
function bodyOf(answer: VerbAnswer): unknown {
  return answer.kind === 'json' ? (JSON.parse(JSON.stringify(answer.body)) as unknown) : {}
}

function refuse(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { status, code, body, message: text } = error
  throw new HttpProblem(
    typeof body === 'string' ? { kind: 'text', status, code, text } : { kind: 'fields', status, code, text, fields: body },
  )
}

function dictionaryAnswer(example: Example, { body }: FakeCall): unknown {
  const { parameter, strArg } = body as { parameter: string; strArg?: string | null }
  return optionsOf(example, parameter, strArg ?? undefined) ?? []
}

function optionsOf({ catalog }: Example, name: string, strArg: string | undefined) {
  const options = catalog.dictionaries.get(name)?.options
  return options?.filter((option) => strArg === undefined || option.parent === undefined || option.parent === strArg)
}

/** Compiles the validators of a screen on demand, like the server. */
export function validatorsOf(screen: ResolvedScreen): ImportValidator {
  const inputs = Object.values(screen.actions).flatMap((action) => action.input ?? [])
  const schemas = new Map<string, PlainSchema>([...formVariants(screen), ...inputs].map((one) => [one.validator, one.schema]))
  return async (hash) => {
    const schema = schemas.get(hash)
    if (!schema) throw new Error(`${screen.uri} has no validator ${hash}`)
    return compileModule(schema)
  }
}
