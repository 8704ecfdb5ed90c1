import createRouter from 'find-my-way'
import { type ApiVerb, apiVerbs } from '../../../language/documents/vocabulary.ts'
import { hasKeyCall, keyCall } from '../../../language/resolve/recordCall.ts'
import type { ResolvedCall, ResolvedScreen } from '../../../language/resolved.ts'
import { isOffered, isOfferedByName } from '../../../language/rights/offeredVerbs.ts'

/** The meaning of a request address: a verb of a screen, and the values of the placeholders. */
export interface DocumentRoute {
  readonly screen: ResolvedScreen
  readonly verb: ApiVerb
  readonly params: Readonly<Record<string, string | undefined>>
}

const number = '(^\\d{1,16}$)'
const word = '(^[a-z][A-Za-z0-9]*$)'
const placeholders: Readonly<Record<string, string>> = {
  id: number,
  pageIndex: number,
  pageSize: number,
  transition: word,
  child: word,
  field: '(^[a-z][A-Za-z0-9.]*$)',
}

/** A router that is not made anew as long as the screens claim the same calls. */
export class DocumentRouter {
  #claims: readonly Claim[] = []
  #router = createRouter()
  #conflicts: readonly string[] = []
  #screens: ReadonlyMap<string, ResolvedScreen> = new Map()

  /** Calls defined by two screens; the first screen keeps them. */
  get conflicts(): readonly string[] {
    return this.#conflicts
  }

  /** Serves these screens from now on. Numbers and words are told apart: `12` is an id, `export` is not. */
  serve(screens: ReadonlyMap<string, ResolvedScreen>): void {
    const claims = [...screens.values()].flatMap(claimsOf)
    if (!sameClaims(claims, this.#claims)) this.#build(claims)
    this.#claims = claims
    this.#screens = screens
  }

  /** @param path without the query string */
  find(method: string, path: string): DocumentRoute | undefined {
    const found = this.#router.find(method as 'GET', path)
    if (!found) return undefined
    const { uri, verb } = found.store as Claim
    const screen = this.#screens.get(uri)
    const params = found.params as DocumentRoute['params']
    return screen && isOfferedByName(screen, verb, params.transition) ? { screen, verb, params } : undefined
  }

  #build(claims: readonly Claim[]): void {
    const router = createRouter({ ignoreTrailingSlash: false, caseSensitive: true })
    const taken = new Set<string>()
    const conflicts: string[] = []
    for (const claim of claims) {
      const { method, path, pattern, uri, verb } = claim
      if (taken.has(`${method} ${pattern}`)) conflicts.push(`${method} ${path} (${uri} ${verb})`)
      else router.on(method, pattern, () => undefined, claim)
      taken.add(`${method} ${pattern}`)
    }
    this.#router = router
    this.#conflicts = conflicts
  }
}

/** A call that a screen answers. */
interface Claim extends ResolvedCall {
  readonly pattern: string
  readonly uri: string
  readonly verb: ApiVerb
}

const claimed = new WeakMap<ResolvedScreen, readonly Claim[]>()

function claimsOf(screen: ResolvedScreen): readonly Claim[] {
  const claims = claimed.get(screen) ?? readClaims(screen)
  claimed.set(screen, claims)
  return claims
}

function sameClaims(left: readonly Claim[], right: readonly Claim[]): boolean {
  if (left.length !== right.length) return false
  return left.every((claim, index) => claim === right[index] || JSON.stringify(claim) === JSON.stringify(right[index]))
}

function readClaims(screen: ResolvedScreen): readonly Claim[] {
  return apiVerbs
    .filter((verb) => isOffered(screen, verb))
    .flatMap((verb) => callsOf(screen, verb).map((call) => ({ ...call, pattern: patternOf(call), uri: screen.uri, verb })))
}

/** A record can be read by its id or by its key; both are the verb `get`. */
function callsOf(screen: ResolvedScreen, verb: ApiVerb): readonly ResolvedCall[] {
  const call = screen.api[verb]
  return verb === 'get' && hasKeyCall(screen) ? [call, keyCall(call)] : [call]
}

function patternOf({ path }: ResolvedCall): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => `:${name}${placeholders[name] ?? word}`)
}
