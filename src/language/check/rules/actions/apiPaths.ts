import type { ScreenContext } from '../../../catalog/known.ts'
import type { ApiVerb } from '../../../documents/vocabulary.ts'
import type { Finding } from '../../../findings/source.ts'

/** Placeholders that the path of each call may have. A call without `{id}` takes the id from its query or body (irregular paths). */
const placeholdersOf: { readonly [Verb in ApiVerb]: readonly string[] } = {
  list: ['pageIndex', 'pageSize'],
  get: ['id'],
  create: [],
  update: ['id'],
  delete: ['id'],
  transition: ['id', 'transition'],
  bulk: ['transition'],
  export: [],
  import: [],
  importExample: [],
  history: ['id'],
  children: ['id', 'child', 'pageIndex', 'pageSize'],
  choices: ['field'],
  report: [],
}

/** HTTP methods that console and server support for each call. */
export const methodsOf: { readonly [Verb in ApiVerb]: readonly string[] } = {
  list: ['GET', 'PUT', 'POST'],
  get: ['GET', 'PUT', 'POST'],
  create: ['POST', 'PUT'],
  update: ['PUT', 'POST'],
  delete: ['DELETE'],
  transition: ['POST', 'PUT'],
  bulk: ['POST', 'PUT'],
  export: ['GET'],
  import: ['POST'],
  importExample: ['GET'],
  history: ['GET'],
  children: ['GET'],
  choices: ['GET'],
  report: ['GET'],
}

/** Placeholders that a path must have, because nothing else carries the value. */
export const neededBy: Partial<Record<ApiVerb, readonly string[]>> = {
  transition: ['transition'],
  bulk: ['transition'],
  history: ['id'],
  children: ['id', 'child', 'pageIndex', 'pageSize'],
  choices: ['field'],
}

/** Checks that the calls of `api` use a supported method, and placeholders that the console fills and the server reads. */
export function apiPaths({ screen }: Pick<ScreenContext, 'screen'>): readonly Finding[] {
  return (Object.entries(screen.api ?? {}) as [ApiVerb, string][]).flatMap(([verb, call]) => {
    const [method = '', path = ''] = call.split(' ')
    return [...checkMethod(verb, method), ...checkNeeded(verb, method, path), ...unknownPlaceholders(verb, path)]
  })
}

function checkMethod(verb: ApiVerb, method: string): readonly Finding[] {
  if (methodsOf[verb].includes(method)) return []
  return [{ place: ['api', verb], code: 'wrong-method', message: `${verb} 不能用 ${method}；可用：${methodsOf[verb].join('、')}` }]
}

function checkNeeded(verb: ApiVerb, method: string, path: string): readonly Finding[] {
  const needed = neededBy[verb] ?? (verb === 'list' && method === 'GET' ? ['pageIndex', 'pageSize'] : [])
  const missing = needed.filter((name) => !path.includes(`{${name}}`)).map((name) => `{${name}}`)
  if (missing.length === 0) return []
  return [{ place: ['api', verb], code: 'missing-placeholder', message: `${verb} 的路徑須有 ${missing.join('、')}` }]
}

function unknownPlaceholders(verb: ApiVerb, path: string): readonly Finding[] {
  return [...path.matchAll(/\{([^}]*)\}?/g)].flatMap(([, name = '']) => {
    if (placeholdersOf[verb].includes(name)) return []
    const allowed = placeholdersOf[verb].map((one) => `{${one}}`).join('、') || '無'
    return [{ place: ['api', verb], code: 'unknown-placeholder', message: `${verb} 的路徑不能有「{${name}}」；可用：${allowed}` }]
  })
}
