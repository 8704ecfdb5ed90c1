import createRouter from 'find-my-way'
import { type ApiVerb, apiVerbs } from '../../language/documents/vocabulary.ts'
import { hasKeyCall, keyCall } from '../../language/recordCall.ts'
import type { ResolvedCall, ResolvedScreen } from '../../language/resolved.ts'
import { isOffered, isOfferedByName } from './offered.ts'

/** The meaning of a request address: a verb of a screen, and the values of the placeholders. */
export interface DocumentRoute {
  readonly screen: ResolvedScreen
  readonly verb: ApiVerb
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface DocumentRouter {
  /** @param path without the query string */
  find(method: string, path: string): DocumentRoute | undefined
  /** Calls defined by two screens; the first screen keeps them. */
  readonly conflicts: readonly string[]
}

const number = '(^\\d{1,16}$)'
const word = '(^[a-z][A-Za-z0-9]*$)'
const placeholders: Readonly<Record<string, string>> = {
  id: number,
  pageIndex: number,
  pageSize: number,
  transition: word,
  child: word,
}

/** Builds one router for the calls of all screens. Numbers and words are told apart: `12` is an id, `export` is not. */
export function buildDocumentRouter(screens: Iterable<ResolvedScreen>): DocumentRouter {
  const router = createRouter({ ignoreTrailingSlash: false, caseSensitive: true })
  const taken = new Set<string>()
  const conflicts: string[] = []
  for (const screen of screens) {
    for (const verb of apiVerbs.filter((one) => isOffered(screen, one))) {
      for (const call of callsOf(screen, verb)) {
        const pattern = patternOf(call)
        if (taken.has(`${call.method} ${pattern}`)) {
          conflicts.push(`${call.method} ${call.path} (${screen.uri} ${verb})`)
          continue
        }
        taken.add(`${call.method} ${pattern}`)
        router.on(call.method, pattern, () => undefined, { screen, verb })
      }
    }
  }
  return {
    conflicts,
    find(method, path) {
      const found = router.find(method as 'GET', path)
      if (!found) return undefined
      const { screen, verb } = found.store as Pick<DocumentRoute, 'screen' | 'verb'>
      const params = found.params as DocumentRoute['params']
      return isOfferedByName(screen, verb, params.transition) ? { screen, verb, params } : undefined
    },
  }
}

/** A record can be read by its id or by its key; both are the verb `get`. */
function callsOf(screen: ResolvedScreen, verb: ApiVerb): readonly ResolvedCall[] {
  const call = screen.api[verb]
  return verb === 'get' && hasKeyCall(screen) ? [call, keyCall(call)] : [call]
}

function patternOf({ path }: ResolvedCall): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => `:${name}${placeholders[name] ?? word}`)
}
