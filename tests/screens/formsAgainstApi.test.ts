import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFormValidator } from '../../src/interpreter/form/validation/formValidator.ts'
import { loadValidator } from '../../src/interpreter/form/validation/validators.ts'
import { createBody, updateBody, valuesOfRecord } from '../../src/interpreter/form/values/formValues.ts'
import type { Catalog } from '../../src/language/catalog/catalog.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { isEmpty } from '../../src/language/predicate/predicate.ts'
import { nowScope, userScope } from '../../src/language/predicate/scope.ts'
import { fieldStates } from '../../src/language/record/fieldStates.ts'
import type { ResolvedForm, ResolvedScreen } from '../../src/language/resolved.ts'
import { known } from '../../src/language/testing/documents.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { ApiError } from '../../src/server/platform/errors.ts'
import { createRecordsEngine } from '../../src/server/records/createEngine.ts'
import type { RecordsEngine } from '../../src/server/records/engine.ts'
import type { RecordValues, StoredRecord } from '../../src/server/records/hooks.ts'
import { createRecordTables, openMemoryDatabase } from '../../src/server/records/testing/memoryDatabase.ts'
import { createRandom, type Random } from '../../src/server/records/testing/random.ts'
import { compileModule } from '../../src/server/screens/validators.ts'
import { type RandomDocuments, randomDocuments, randomRows, randomValue } from './randomDocuments.ts'

// Whatever a document says, the form and the API judge the same input alike, and the API takes from nobody what no form would send.

let db: Database
let close: () => Promise<void>
let catalog: Catalog
let engine: RecordsEngine
const now = new Date('2026-03-01T02:03:04.005Z')
const actions = ['view', 'create', 'edit'].map((action) => `demo.things.${action}`)
const actor = { ...systemActor, id: 1, userName: 'amy', permissions: new Set(actions) }
const scope = { user: userScope(actor), now: nowScope(now) }

beforeAll(async () => {
  ;({ db, close } = await openMemoryDatabase(createRecordTables))
  const services = { findEntity: (name: string) => catalog.entities.get(name), findOptions: async () => undefined }
  engine = createRecordsEngine({
    ...services,
    reportFailure: (error) => {
      throw error
    },
  }).engine
}, 180_000)
afterAll(() => close())

const rounds = 120
const inputsPerRound = 6

it(`the API agrees with the form about ${rounds} random documents`, { timeout: 300_000 }, async () => {
  let accepted = 0
  let refused = 0
  let documents = 0
  for (let seed = 1; documents < rounds; seed += 1) {
    const random = createRandom(seed)
    const drawn = randomDocuments(random)
    const screen = publish(drawn)
    if (screen === null) continue
    documents += 1
    for (let round = 0; round < inputsPerRound; round += 1) {
      const isAccepted = await compare(screen, drawn, random, `seed ${seed}, input ${round}`)
      if (isAccepted) accepted += 1
      else refused += 1
    }
  }
  // A test in which nearly everything is refused, or accepted, would show nothing.
  expect(Math.min(accepted, refused)).toBeGreaterThan(rounds / 3)
})

/** The screen, when the checker accepts the documents. */
function publish({ entity, screen }: RandomDocuments): ResolvedScreen | null {
  const files = { 'entities/demo/thing.json': entity, 'screens/_demo/things.json': screen }
  const texts = Object.entries(files).map(([path, document]) => ({ path, text: JSON.stringify(document) }))
  catalog = checkDocuments(texts, known).catalog
  return catalog.screens.get('/_demo/things') ?? null
}

/** Enters random values into both forms, and sends what the forms would send, whether they accept it or not. */
async function compare(screen: ResolvedScreen, drawn: RandomDocuments, random: Random, at: string): Promise<boolean> {
  const call = { actor, screen, entity: 'thing', now, db }
  const entered = enter(drawn, random)
  const create = formOf(screen, 'create')
  const texts = await textsOf(create, entered, scope)
  const body = createBody(create, entered, scope)
  const created = await attempt(() => engine.create(call, body))
  expect([at, 'create', JSON.stringify(entered), created.fields]).toEqual([at, 'create', JSON.stringify(entered), texts])
  await expectForeignValuesRefused(create, entered, (sent) => engine.create(call, sent), at)
  if (created.record === null) return false

  const { record } = created
  expect(record.rows ?? []).toEqual(((body.rows as readonly RecordValues[] | undefined) ?? []).map(({ amount }) => ({ amount })))
  const edit = formOf(screen, 'edit')
  const base = valuesOfRecord(edit, record)
  const changed = { ...base, ...enter(drawn, random), title: base.title }
  const ofRow = { ...scope, row: record }
  const editTexts = await textsOf(edit, changed, ofRow)
  const changes = updateBody(edit, changed, base, ofRow)
  const updated = await attempt(() => engine.update(call, record.id, record.rowVersion, changes))
  expect([at, 'edit', JSON.stringify([record, changed]), updated.fields]).toEqual([
    at,
    'edit',
    JSON.stringify([record, changed]),
    editTexts,
  ])
  return true
}

/** A value that the form hides and does not keep is refused when somebody sends it all the same. */
async function expectForeignValuesRefused(
  form: ResolvedForm,
  entered: RecordValues,
  send: (body: RecordValues) => Promise<StoredRecord>,
  at: string,
): Promise<void> {
  const states = fieldStates(form.fields, entered, scope)
  const hidden = Object.values(form.fields).find(
    ({ field, onHidden }) => onHidden !== 'keep' && states.get(field)?.visible === false && !isEmpty(entered[field]),
  )
  if (hidden === undefined) return
  const sent = await attempt(() => send({ ...createBody(form, entered, scope), [hidden.field]: entered[hidden.field] }))
  expect([at, hidden.field, sent.record]).toEqual([at, hidden.field, null])
}

function enter({ kinds }: RandomDocuments, random: Random): RecordValues {
  const values = Object.entries(kinds).map(([name, kind]) => [name, randomValue(kind, random)] as const)
  return { title: 'T', ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), rows: randomRows(random) }
}

function formOf({ forms }: ResolvedScreen, name: string): ResolvedForm {
  const form = forms[name]
  if (form === undefined) throw new Error(`no form ${name}`)
  return form
}

/** The fields about which the form complains, sorted. */
async function textsOf(form: ResolvedForm, values: RecordValues, ofRow: typeof scope & { row?: RecordValues }): Promise<readonly string[]> {
  const importer = async () => ({ default: new Function('require', moduleBody(form)) as (require: (id: string) => unknown) => unknown })
  const compiled = await loadValidator(form, importer)
  const { errors } = createFormValidator(compiled, form, ofRow).validateFormData(values, {})
  return [...new Set(errors.map(({ property = '' }) => property.slice(1)))].sort()
}

/** The body of the function that the module exports. */
function moduleBody({ schema }: ResolvedForm): string {
  return compileModule(schema)
    .replace(/^export default function\(require\)\{/, '')
    .replace(/\}\s*$/, '')
}

interface Attempt {
  readonly record: StoredRecord | null
  readonly fields: readonly string[]
}

async function attempt(write: () => Promise<StoredRecord>): Promise<Attempt> {
  try {
    return { record: await write(), fields: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.body !== 'object') throw error
    return { record: null, fields: Object.keys(error.body).sort() }
  }
}
