import type { Screen } from '../../documents/screen.ts'
import { partsOfUri, resourceOf } from '../../resolve/api.ts'
import type { Names, ScreenContext } from '../known.ts'
import type { Finding, Place } from '../source.ts'

/**
 * A screen calls paths of its own. A button goes out with the token of whoever presses it, so that one on another path would have an
 * administrator do what its author may not; and a list on another path would answer in the place of another screen.
 */
export function ownPaths({ screen, names }: ScreenContext): readonly Finding[] {
  const { area, resource } = partsOfUri(screen.uri)
  const taken = names.codePaths.find((path) => isBelow(`/api/${area}/${resource}`, path))
  if (taken !== undefined) {
    return [{ place: ['uri'], code: 'reserved-path', message: `「${taken}」是系統本身的路徑，畫面的 API 不能在其下；請改用其他群組或名稱` }]
  }
  return [...outsideRequests(screen, names), ...outsideVerbs(screen, names)]
}

interface WrittenCall {
  readonly call: string | undefined
  readonly place: Place
}

function outsideRequests(screen: Screen, names: Names): readonly Finding[] {
  const { area, resource } = partsOfUri(screen.uri)
  const base = `/api/${area}/${resource}`
  const calls: readonly WrittenCall[] = [
    ...Object.entries(screen.actions ?? {}).map(([name, { request }]) => ({ call: request, place: ['actions', name, 'request'] })),
    ...Object.entries(screen.forms ?? {}).flatMap(([name, form]) =>
      Object.entries(form.ui ?? {}).flatMap(([field, { options = {} }]) =>
        Object.entries(options).map(([key, call]) => ({ call, place: ['forms', name, 'ui', field, 'options', key] })),
      ),
    ),
  ]
  return calls.flatMap(({ call, place }) => {
    const path = pathOf(call)
    if (path === null || isBelow(path, base) || isPublished(path, screen, names)) return []
    return [{ place, code: 'foreign-path', message: `此畫面只能呼叫 ${base} 之下的路徑，不能呼叫「${path}」` }]
  })
}

/** The calls of the list and its forms: below the screen's own group, and not where another screen of it is. */
function outsideVerbs(screen: Screen, names: Names): readonly Finding[] {
  const { area, resource } = partsOfUri(screen.uri)
  return Object.entries(screen.api ?? {}).flatMap(([verb, call]) => {
    const path = pathOf(call)
    if (path === null || isPublished(path, screen, names)) return []
    const place = ['api', verb]
    if (!path.startsWith(`/api/${area}/`)) {
      return [{ place, code: 'foreign-path', message: `此畫面的路徑須在 /api/${area}/ 之下，不能用「${path}」` }]
    }
    const other = path.split('/')[3] ?? ''
    const isTaken =
      other !== resource && (names.codeResources.has(`${area}.${other}`) || otherScreens(screen, names).has(`${area}.${other}`))
    return isTaken ? [{ place, code: 'foreign-path', message: `「${path}」是畫面 ${area}.${other} 的路徑，請改用其他路徑` }] : []
  })
}

function otherScreens(screen: Screen, names: Names): ReadonlySet<string> {
  return new Set(names.screenDocuments.filter((one) => one.uri !== screen.uri).map((one) => resourceOf({ uri: one.uri })))
}

function pathOf(call: string | undefined): string | null {
  return call === undefined ? null : (call.split(' ')[1] ?? '')
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

function isPublished(path: string, screen: Screen, names: Names): boolean {
  return (names.calls.get(resourceOf({ uri: screen.uri })) ?? []).some((base) => isBelow(path, base))
}
