import type { Screen } from '../documents/screen.ts'
import { type ApiVerb, apiVerbs } from '../documents/vocabulary.ts'
import type { ResolvedCall } from '../resolved.ts'

/** Area and resource of a screen: `/_company/companies` has `company` and `companies` (domain 4.0). */
export function partsOfUri(uri: string): { readonly area: string; readonly resource: string } {
  const [area = '', resource = ''] = uri.slice(1).split('/')
  return { area: area.replace(/^_/, ''), resource }
}

/** The resource part of the screen's permissions: `company.companies`. */
export function resourceOf(screen: Pick<Screen, 'uri' | 'permission'>): string {
  const { area, resource } = partsOfUri(screen.uri)
  return screen.permission ?? `${area}.${resource}`
}

/** The full permission for one in a document: `approve` belongs to the screen, `a.b.c` is already full. */
export function wholePermission(resource: string, permission: string): string {
  return permission.includes('.') ? permission : `${resource}.${permission}`
}

/** The calls of a screen: those in its `api`, the others derived from its uri. */
export function resolveApi(screen: Pick<Screen, 'uri' | 'api'>): Readonly<Record<ApiVerb, ResolvedCall>> {
  const { area, resource } = partsOfUri(screen.uri)
  const base = `/api/${area}/${resource}`
  const derived: Record<ApiVerb, ResolvedCall> = {
    list: { method: 'GET', path: `${base}/{pageIndex}/{pageSize}` },
    get: { method: 'GET', path: `${base}/{id}` },
    create: { method: 'POST', path: base },
    update: { method: 'PUT', path: `${base}/{id}` },
    delete: { method: 'DELETE', path: `${base}/{id}` },
    transition: { method: 'POST', path: `${base}/{id}/{transition}` },
    bulk: { method: 'POST', path: `${base}/{transition}` },
    export: { method: 'GET', path: `${base}/export` },
    import: { method: 'POST', path: `${base}/import` },
    importExample: { method: 'GET', path: `${base}/import/example` },
    history: { method: 'GET', path: `${base}/{id}/history` },
    children: { method: 'GET', path: `${base}/{id}/children/{child}/{pageIndex}/{pageSize}` },
    choices: { method: 'GET', path: `${base}/choices/{field}` },
    report: { method: 'GET', path: `${base}/report` },
  }
  for (const verb of apiVerbs) {
    const call = screen.api?.[verb]
    if (call !== undefined) derived[verb] = parseCall(call)
  }
  return derived
}

/** Parses a call such as `PUT /api/x`, which was checked before. */
export function parseCall(text: string): ResolvedCall {
  const [method = 'GET', path = ''] = text.split(' ')
  return { method: method as ResolvedCall['method'], path }
}
