import type { Names, ScreenContext } from '../../../catalog/known.ts'
import type { Screen } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { partsOfUri, resourceOf } from '../../../resolve/api.ts'

/**
 * Checks that a screen calls only its own paths, for two reasons. A button is sent with the token of the user who presses it, so an author
 * could make an administrator do what the author may not. And a list on another path would be served in place of another screen.
 */
export function ownPaths({ screen, names }: ScreenContext): readonly Finding[] {
  const { area, resource } = partsOfUri(screen.uri)
  const taken = names.codePaths.find((path) => isBelow(`/api/${area}/${resource}`, path))
  if (taken !== undefined) {
    return [{ place: ['uri'], code: 'reserved-path', message: `「${taken}」是系統本身的路徑，畫面的 API 不能在其下；請改用其他群組或名稱` }]
  }
  return callsOf(screen).flatMap(({ path, place }) => {
    const message = outsideMessage(path, place[0] === 'api', screen, names)
    return message === null ? [] : [{ place, code: 'foreign-path', message }]
  })
}

interface WrittenPath {
  readonly path: string
  readonly place: Place
}

/** All paths in a document: of its list and forms, its buttons, and the controls that make calls themselves. */
function callsOf(screen: Screen): readonly WrittenPath[] {
  const written = (call: string | undefined, place: Place) => (call === undefined ? [] : [{ path: call.split(/[ ?]/)[1] ?? '', place }])
  return [
    ...Object.entries(screen.api ?? {}).flatMap(([verb, call]) => written(call, ['api', verb])),
    ...Object.entries(screen.actions ?? {}).flatMap(([name, { request }]) => written(request, ['actions', name, 'request'])),
    ...Object.entries(screen.forms ?? {}).flatMap(([name, form]) =>
      Object.entries(form.ui ?? {}).flatMap(([field, { options = {} }]) =>
        Object.entries(options).flatMap(([key, call]) => written(call, ['forms', name, 'ui', field, 'options', key])),
      ),
    ),
  ]
}

/** Why a path is not the screen's own: it belongs to another group or another screen, or is filled from a record. */
function outsideMessage(path: string, isVerb: boolean, screen: Screen, names: Names): string | null {
  if (isPublished(path, screen, names)) return null
  const { area, resource } = partsOfUri(screen.uri)
  const [, , group, other = ''] = path.split('/')
  if (group !== area || other === '') return `此畫面的路徑須在 /api/${area}/ 之下，不能用「${path}」`
  const ofCode = names.codePaths.find((one) => isBelow(path, one))
  if (ofCode !== undefined) return `「${ofCode}」是系統本身的路徑，此畫面不能呼叫「${path}」`
  // Id and page of a verb are numbers, and no screen has a number as its name.
  if (other.includes('{') && !(isVerb && !/\{(transition|child)/.test(other)))
    return `「${path}」的第三段不能由資料填入，請寫出路徑，例如 /api/${area}/${resource}`
  const isTaken = names.codeResources.has(`${area}.${other}`) || otherScreens(screen, names).has(`${area}.${other}`)
  return other !== resource && isTaken ? `「${path}」是畫面 ${area}.${other} 的路徑，請改用其他路徑` : null
}

function otherScreens(screen: Screen, names: Names): ReadonlySet<string> {
  return new Set([...names.screens].filter((uri) => uri !== screen.uri).map((uri) => resourceOf({ uri })))
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

function isPublished(path: string, screen: Screen, names: Names): boolean {
  return (names.calls.get(resourceOf({ uri: screen.uri })) ?? []).some((base) => isBelow(path, base))
}
