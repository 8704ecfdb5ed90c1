import { apiVerbs } from '../documents/vocabulary.ts'
import type { Finding } from '../findings/source.ts'
import type { ResolvedScreen } from '../resolved.ts'

/**
 * Paths that two calls claim. The server could answer only the first one, perhaps with the fields and permissions of another screen.
 *
 * @returns findings for the later screen, by its uri
 */
export function sharedPaths(screens: Iterable<ResolvedScreen>): ReadonlyMap<string, readonly Finding[]> {
  const owners = new Map<string, string>()
  const found = new Map<string, readonly Finding[]>()
  for (const screen of screens) {
    const { uri, api } = screen
    const claims = claimsOf(screen)
    const findings = apiVerbs.flatMap((verb, index): readonly Finding[] => {
      const { method, path } = api[verb]
      const key = claims[index] ?? ''
      const owner = owners.get(key)
      if (owner === undefined) owners.set(key, `${uri} 的 ${verb}`)
      if (owner === undefined) return []
      return [
        { place: ['api', verb], code: 'shared-path', message: `${verb} 的路徑「${method} ${path}」已由 ${owner} 使用，請改用其他路徑` },
      ]
    })
    if (findings.length > 0) found.set(uri, findings)
  }
  return found
}

const claimed = new WeakMap<ResolvedScreen, readonly string[]>()

/** What the router tells apart of the calls of a screen, one for each verb. */
function claimsOf(screen: ResolvedScreen): readonly string[] {
  const claims = claimed.get(screen) ?? apiVerbs.map((verb) => `${screen.api[verb].method} ${shapeOf(screen.api[verb].path)}`)
  claimed.set(screen, claims)
  return claims
}

/**
 * The shape of a path. The router cannot tell paths of one shape apart: it distinguishes numbers from words, but not the names of
 * placeholders.
 */
function shapeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => (name === 'transition' || name === 'child' ? '{word}' : '{number}'))
}
