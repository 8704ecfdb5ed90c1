import type { ApiVerb } from '../../../language/documents/vocabulary.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { messageStatus } from '../../../rules/messages.ts'
import { isStorableText } from '../../../rules/text.ts'
import { apiError } from '../../platform/errors.ts'
import type { RecordCall, RecordFile, RecordsEngine } from '../engine.ts'
import { type ChoiceQuestion, keysMax } from '../read/choiceQuestion.ts'
import {
  bodyOf,
  type DocumentRequest,
  idOf,
  listQueryOf,
  parseOrRefuse,
  requiredRowVersion,
  rowVersionOf,
  selectionOf,
} from './requestParts.ts'
import type { BodyOf } from './verbAnswers.ts'

/** Result of a verb: a JSON body, perhaps with a success message, or a file. */
export type VerbAnswer<Body = unknown> =
  | { readonly kind: 'json'; readonly body: Body; readonly messageCode?: MessageCode; readonly status: number }
  | { readonly kind: 'file'; readonly file: RecordFile }

/** A call through a screen. */
export type ScreenCall = RecordCall & { readonly screen: NonNullable<RecordCall['screen']> }

export interface VerbRequest extends DocumentRequest {
  /** Reads the uploaded file of an import. @throws M05 when there is none */
  readonly file: () => Promise<Uint8Array>
}

type Verbs = {
  readonly [Verb in ApiVerb]: (engine: RecordsEngine, call: ScreenCall, request: VerbRequest) => Promise<VerbAnswer<BodyOf<Verb>>>
}

/** Verbs that change nothing, whatever HTTP method a document gives them. */
export const readingVerbs: ReadonlySet<ApiVerb> = new Set(['list', 'get', 'history', 'children', 'importExample', 'report', 'choices'])

export const verbs = {
  list: async (engine, call, request) => plain(await engine.list(call, listQueryOf(request, call.screen.list))),
  get: async (engine, call, request) => {
    const key = request.params.id === undefined ? request.query.get('key') : null
    return plain(key === null ? await engine.get(call, idOf(request)) : await engine.find(call, key, request.query.get('by')))
  },
  history: async (engine, call, request) => plain(await engine.history(call, idOf(request))),
  children: async (engine, call, request) =>
    plain(await engine.children(call, idOf(request), request.params.child ?? '', { ...pageOf(request), view: request.query.get('view') })),
  choices: async (engine, call, request) => plain(await engine.choices(call, request.params.field ?? '', choiceQuestionOf(request))),
  report: async (engine, call, request) => {
    const conditions = new URLSearchParams(request.query)
    const group = conditions.get('group')
    conditions.delete('group')
    return plain(await engine.report(call, listQueryOf({ ...request, query: conditions }, call.screen.list), group))
  },
  create: async (engine, call, request) => done('M01', await engine.create(call, bodyOf(request))),
  update: updateVerb,
  delete: async (engine, call, request) => {
    const id = idOf(request)
    await engine.remove(call, id, rowVersionOf(request.query.get('rowVersion')))
    return done('M03', { id })
  },
  transition: transitionVerb,
  bulk: bulkVerb,
  export: async (engine, call, request) => {
    const conditions = new URLSearchParams(request.query)
    const format = conditions.get('format') ?? 'xlsx'
    conditions.delete('format')
    if (format !== 'xlsx' && format !== 'csv') throw apiError('M06', { title: 'format' })
    const query = parseOrRefuse(conditions, call.screen.list)
    const started = await engine.startExport(call, query)
    if (started) return { kind: 'json', body: started, status: 202 }
    return { kind: 'file', file: await engine.exportFile(call, query, format) }
  },
  import: importVerb,
  importExample: async (engine, call) => ({ kind: 'file', file: await engine.importExample(call) }),
} as const satisfies Verbs

/** With `?check=true` it only reports what the file contains and which errors it has. */
async function importVerb(engine: RecordsEngine, call: ScreenCall, request: VerbRequest): Promise<VerbAnswer<BodyOf<'import'>>> {
  const file = await request.file()
  return request.query.get('check') === 'true'
    ? plain(await engine.checkImport(call, file))
    : done('M04', await engine.importFile(call, file))
}

async function updateVerb(engine: RecordsEngine, call: ScreenCall, request: VerbRequest): Promise<VerbAnswer<BodyOf<'update'>>> {
  const id = idOf(request)
  const { rowVersion, ...body } = bodyOf(request)
  return done('M02', await engine.update(call, id, requiredRowVersion(rowVersion), body))
}

async function transitionVerb(engine: RecordsEngine, call: ScreenCall, request: VerbRequest): Promise<VerbAnswer<BodyOf<'transition'>>> {
  const { id: _id, transition, ...input } = bodyOf(request)
  return done('M04', await engine.transition(call, idOf(request), nameOf(request.params.transition ?? transition), input))
}

async function bulkVerb(engine: RecordsEngine, call: ScreenCall, request: VerbRequest): Promise<VerbAnswer<BodyOf<'bulk'>>> {
  const { transition, ...body } = bodyOf(request)
  const { selection, input } = selectionOf(body, call.screen.list)
  return done('M04', await engine.bulk(call, nameOf(request.params.transition ?? transition), selection, input))
}

const searchLengthMax = 100

/** @throws M06 for a text that no record can have, and for too many keys */
function choiceQuestionOf({ query }: DocumentRequest): ChoiceQuestion {
  const texts = (name: string): readonly string[] =>
    query.getAll(name).map((given) => {
      const value = given.trim()
      if (value.length > searchLengthMax || !isStorableText(value)) throw apiError('M06', { title: name })
      return value
    })
  const [search = ''] = texts('search')
  const [merchant = ''] = texts('merchant')
  const keys = texts('key').filter((key) => key !== '')
  if (keys.length > keysMax) throw apiError('M06', { title: 'key' })
  return { search, keys, merchant: merchant || null }
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string') throw apiError('M08')
  return value
}

function pageOf({ params }: DocumentRequest): { pageIndex: number; pageSize: number } {
  const pageIndex = Number(params.pageIndex ?? 0)
  const pageSize = Number(params.pageSize ?? 25)
  if (!Number.isSafeInteger(pageIndex) || pageIndex > 999_999_999 || pageSize < 1 || pageSize > 100)
    throw apiError('M06', { title: 'pageSize' })
  return { pageIndex, pageSize }
}

function plain<Body>(body: Body): VerbAnswer<Body> {
  return { kind: 'json', body, status: 200 }
}

function done<Body>(messageCode: MessageCode, body: Body): VerbAnswer<Body> {
  return { kind: 'json', body, messageCode, status: messageStatus[messageCode] }
}
