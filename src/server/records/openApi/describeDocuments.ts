import type { Catalog } from '../../../language/catalog/catalog.ts'
import { apiVerbs } from '../../../language/documents/vocabulary.ts'
import { hasKeyCall, keyCall } from '../../../language/resolve/recordCall.ts'
import type { ResolvedAction, ResolvedCall, ResolvedScreen } from '../../../language/resolved.ts'
import { isOffered } from '../../../language/rights/offeredVerbs.ts'
import type { OpenApiOperation, OpenApiPaths } from '../../platform/http/routes/openApi.ts'
import { describeVerb } from './describeVerb.ts'
import { failures, jsonBody, pathParameters, queryParameter, ref } from './shapes.ts'

type Paths = Record<string, Record<string, OpenApiOperation>>
type Transition = Extract<ResolvedAction, { kind: 'transition' }>

/** Describes the calls of all screens as OpenAPI operations, from what each document shows, asks and does. */
export function describeDocuments(catalog: Catalog): OpenApiPaths {
  const paths: Paths = {}
  for (const screen of catalog.screens.values()) {
    for (const verb of apiVerbs) {
      // Transitions are described below, each as a call of its own.
      if (verb !== 'transition' && verb !== 'bulk' && isOffered(screen, verb)) add(paths, screen.api[verb], describeVerb(screen, verb))
    }
    addFind(paths, screen)
    for (const action of Object.values(screen.actions)) if (action.kind === 'transition') addTransition(paths, screen, action)
  }
  return paths
}

/** Adds the call that reads a record by its key, beside the one by id. */
function addFind(paths: Paths, screen: ResolvedScreen): void {
  if (!hasKeyCall(screen) || !isOffered(screen, 'get')) return
  const said = describeVerb(screen, 'get')
  const key = queryParameter('key', { type: 'string' }, screen.entity.naming.fields[0]?.title, true)
  const by = queryParameter('by', { type: 'string' }, '另一個唯一的編號欄位；省略時為預設的編號')
  add(paths, keyCall(screen.api.get), { ...said, summary: `${said.summary}（以編號）`, parameters: [key, by] })
}

function addTransition(paths: Paths, screen: ResolvedScreen, action: Transition): void {
  const head = { tags: [screen.uri], 'x-permission': action.permission }
  const input = action.input?.schema ?? { type: 'object', properties: {} }
  const call = named(action.call, action.transition)
  add(paths, call, {
    ...head,
    summary: `${screen.title}：${action.label}`,
    parameters: pathParameters(call.path),
    requestBody: jsonBody(withMember(input, 'rowVersion', { type: 'integer' })),
    responses: { 200: ref.record, ...failures },
  })
  if (!action.bulkCall) return
  const bulkCall = named(action.bulkCall, action.transition)
  add(paths, bulkCall, {
    ...head,
    summary: `${screen.title}：${action.label}（多筆）`,
    requestBody: jsonBody(withMember(withMember(input, 'rowVersions', seenVersions), 'ids', chosenIds)),
    responses: { 200: ref.verdicts, ...failures },
  })
}

const chosenIds = { type: 'array', items: { type: 'integer' }, minItems: 1 }
const seenVersions = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: '各筆資料查看時的 rowVersion，以 id 為名；已被異動者不處理',
}

function named(call: ResolvedCall, transition: string): ResolvedCall {
  return { ...call, path: call.path.replace('{transition}', transition) }
}

function withMember(schema: Readonly<Record<string, unknown>>, name: string, member: unknown): Readonly<Record<string, unknown>> {
  const properties = schema.properties as Readonly<Record<string, unknown>> | undefined
  return { ...schema, properties: { [name]: member, ...properties } }
}

/** When two screens define the same call, the first keeps it, as in the router. */
function add(paths: Paths, { method, path }: ResolvedCall, operation: OpenApiOperation): void {
  const name = method.toLowerCase()
  const operations = paths[path] ?? {}
  if (!operations[name]) paths[path] = { ...operations, [name]: operation }
}
