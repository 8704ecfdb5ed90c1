import type { ApiVerb } from '../../documents/vocabulary.ts'
import type { ScreenContext } from '../known.ts'
import type { Finding } from '../source.ts'

/** What a path of each call may ask for. A call without `{id}` takes the id from its query or body (irregular paths). */
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
}

/** Placeholders in the paths of `api` are those that the console fills. */
export function apiPaths({ screen }: Pick<ScreenContext, 'screen'>): readonly Finding[] {
  return (Object.entries(screen.api ?? {}) as [ApiVerb, string][]).flatMap(([verb, call]) =>
    [...call.matchAll(/\{([^}]*)\}?/g)].flatMap(([, name = '']) => {
      if (placeholdersOf[verb].includes(name)) return []
      const allowed = placeholdersOf[verb].map((one) => `{${one}}`).join('、') || '無'
      return [{ place: ['api', verb], code: 'unknown-placeholder', message: `${verb} 的路徑不能有「{${name}}」；可用：${allowed}` }]
    }),
  )
}
