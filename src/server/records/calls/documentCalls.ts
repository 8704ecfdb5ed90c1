import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiVerb } from '../../../language/documents/vocabulary.ts'
import { mayCall } from '../../../language/rights/verbPermissions.ts'
import { apiError } from '../../platform/errors.ts'
import type { TitledSchema } from '../../platform/http/guards/unsafeInput.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import type { RecordsEngine } from '../engine.ts'
import { takeExportTurn } from '../export/exportTurns.ts'
import { runLater } from '../write/write.ts'
import { DocumentRouter } from './documentRouter.ts'
import { parseIdempotencyKey, runOnce } from './idempotency.ts'
import { bodyOf } from './requestParts.ts'
import { uploadedFile } from './uploadedFile.ts'
import { answerWriterOf } from './verbAnswers.ts'
import { readingVerbs, type ScreenCall, type VerbAnswer, type VerbRequest, verbs } from './verbs.ts'

const importBytesMax = 10 * 1024 * 1024
/** Enough for five attached files of 1 MB in base64, and the rest of a form. */
const bodyBytesMax = 9 * 1024 * 1024

/** Serves the calls of all screens by one route. The router behind it is rebuilt when documents change. Routes of code take precedence. */
export async function serveDocumentCalls(app: FastifyInstance, engine: RecordsEngine): Promise<void> {
  const router = new DocumentRouter()
  const serve = () => {
    router.serve(app.documents.current().screens)
    for (const conflict of router.conflicts) app.log.warn(`two screens claim ${conflict}`)
  }
  serve()
  app.documents.onChange(serve)
  // Both are registered at the root, because the guard of all calls is added there later and would not reach an earlier scope.
  await app.register(multipart, { limits: { fileSize: importBytesMax, files: 1, fields: 20 } })
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/api/*',
    bodyLimit: bodyBytesMax,
    config: { permission: 'document', titlesOf: (request) => titlesOf(app, router, request) },
    handler: (request, reply) => answer(app, engine, { router, request, reply }),
  })
}

/** What the forms of a screen call their fields; nothing for who may not call it. */
function titlesOf(app: FastifyInstance, router: DocumentRouter, { method, url, actor }: FastifyRequest): TitledSchema | undefined {
  const route = router.find(method, url.split('?', 1)[0] ?? '')
  if (!route || !mayCall(route.screen, route.verb, actor.permissions)) return undefined
  const { forms, actions } = app.documents.restricted(route.screen, actor)
  const { input } = actions[route.params.transition ?? ''] ?? {}
  const schemas = [...Object.values(forms).map(({ schema }) => schema), ...(input ? [input.schema] : [])] as readonly TitledSchema[]
  return { properties: Object.assign({}, ...schemas.map(({ properties }) => properties)) }
}

interface AnswerInput {
  readonly router: DocumentRouter
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(app: FastifyInstance, engine: RecordsEngine, { router, request, reply }: AnswerInput): Promise<FastifyReply> {
  const { actor } = request
  // Uses the address exactly as it came. A normalised address could mean a call that the server's guards did not check.
  const [path = '', search = ''] = request.url.split(/\?(.*)/s)
  const former = () => app.renames.currentPath(path, app.documents.current().screens)
  const route = router.find(request.method, path) ?? router.find(request.method, former() ?? path)
  if (!route) throw apiError('M08')
  request.onlyReads = readingVerbs.has(route.verb)
  if (!mayCall(route.screen, route.verb, actor.permissions)) throw apiError('M12')
  const screen = app.documents.restricted(route.screen, actor)
  const notices: string[] = []
  const db = route.verb === 'report' ? app.reportDb : app.db
  const notice = (text: string): void => void notices.push(text)
  const call = { actor, screen, entity: screen.entity.name, now: app.clock.now(), db, notice }
  const body = request.isMultipart() ? undefined : request.body
  const file = async () => (await uploadedFile(request)).bytes
  const asked = { params: route.params, query: new URLSearchParams(search), body, file }
  if (route.verb === 'create' || route.verb === 'update') await engine.beforeWrite(call, bodyOf(asked))
  const { verb } = route
  const key = isRepeatable(verb) ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined
  const once = { call, asked, path, key: key ?? '' }
  const ask = () => (isRepeatable(verb) && key !== undefined ? writeOnce(app, engine, verb, once) : verbs[verb](engine, call, asked))
  const given = route.verb === 'export' ? await exportInTurn(app, actor.id, ask) : await ask()
  // Encoded, because a header may contain ASCII only.
  if (notices.length > 0) reply.header('x-message-text', encodeURIComponent(notices.join(' ')))
  return send(reply, route.verb, given)
}

async function exportInTurn(app: FastifyInstance, userId: number, ask: () => Promise<VerbAnswer>): Promise<VerbAnswer> {
  const turn = await takeExportTurn(app.db, userId)
  try {
    const given = await ask()
    if (given.kind === 'file') return { ...given, file: { ...given.file, body: turn.during(given.file.body) } }
    await turn.end()
    return given
  } catch (error) {
    await turn.end()
    throw error
  }
}

/** Writes that a client may repeat when the answer was lost: a new record, and a step, such as one that registers a payment. */
type RepeatableVerb = 'create' | 'transition'

function isRepeatable(verb: ApiVerb): verb is RepeatableVerb {
  return verb === 'create' || verb === 'transition'
}

interface OnceInput {
  readonly call: ScreenCall
  readonly asked: VerbRequest
  readonly path: string
  readonly key: string
}

/** Writes at most once. */
async function writeOnce(
  app: FastifyInstance,
  engine: RecordsEngine,
  verb: RepeatableVerb,
  { call, asked, path, key }: OnceInput,
): Promise<VerbAnswer> {
  const operation = `${call.screen.uri} ${verb === 'create' ? verb : path}`
  const repeatable = { userId: call.actor.id, operation, key, body: asked.body, now: call.now }
  return runOnce(
    app.db,
    repeatable,
    (trx, afterCommit) => verbs[verb](engine, { ...call, db: trx, afterCommit }, asked),
    (later) => runLater(later, (error) => app.log.error({ err: error }, 'work after a commit failed')),
  )
}

function send(reply: FastifyReply, verb: ApiVerb, given: VerbAnswer): FastifyReply {
  if (given.kind === 'json') {
    if (given.messageCode) reply.header('x-message-code', given.messageCode)
    // With a serializer of its own, the content type has to be set too.
    reply.code(given.status).type('application/json; charset=utf-8').serializer(answerWriterOf(verb))
    return reply.send(given.body)
  }
  return sendFile(reply, given.file)
}
