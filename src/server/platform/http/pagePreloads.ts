import { readFileSync } from 'node:fs'

/**
 * The module that draws each page of the portal (its routes load them on demand). The browser is told of it together with the page: it
 * then fetches both at once, instead of the second after having run the first.
 */
export const portalModules: Readonly<Record<string, string>> = {
  '/member_login': 'portal/features/login/LoginPage.tsx',
  '/member': 'portal/features/member/MemberPage.tsx',
  '/member_purchase': 'portal/features/purchase/PurchasePage.tsx',
  '/corporate_member_register': 'portal/features/register/RegisterPage.tsx',
  '/corporate_member_apply': 'portal/features/apply/ApplyPage.tsx',
  '/member_policy': 'portal/features/terms/PolicyPage.tsx',
  '/member_privacy': 'portal/features/terms/PrivacyPage.tsx',
  '/exchange': 'portal/features/exchange/ExchangePage.tsx',
  '/exchange_v2': 'portal/features/exchange/AccountExchangePage.tsx',
  '/exchange_flow_manual': 'portal/features/flow/FlowManualPage.tsx',
}

/** A line of the manifest that Vite writes beside a build. */
interface BuiltFile {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type BuildManifest = Readonly<Record<string, BuiltFile>>

const portalEntry = 'portal/index.html'

/** @returns the value of the header `Link` of a page; undefined where there is nothing to fetch ahead */
export function createPagePreloads(manifest: BuildManifest): (path: string) => string | undefined {
  const shared = [...filesOf(manifest, portalEntry)]
  const headers = new Map<string, string>()
  for (const [path, source] of Object.entries(portalModules)) {
    const own = [...filesOf(manifest, source)].filter((file) => !shared.includes(file))
    // The page itself names what is shared, but only once it has come: the large files must not stand behind the small ones.
    // Styles come first: what stands on top of the page is sent with it, and can be read once they are there.
    const files = [...shared, ...own]
    const links = [...files.filter(isStyle), ...files.filter((file) => !isStyle(file))].map(linkTo)
    if (own.length > 0) headers.set(path, links.join(', '))
  }
  return (path) => headers.get(path)
}

/** The manifest of a build; empty when there is none. */
export function readManifest(file: string): BuildManifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuildManifest
  } catch {
    return {}
  }
}

/** Scripts and styles of a module, and of all that it imports. */
function filesOf(manifest: BuildManifest, source: string, found = new Set<string>(), seen = new Set<string>()): Set<string> {
  const built = manifest[source]
  if (!built || seen.has(source)) return found
  seen.add(source)
  for (const file of [built.file, ...(built.css ?? [])]) found.add(file)
  for (const each of built.imports ?? []) filesOf(manifest, each, found, seen)
  return found
}

function isStyle(file: string): boolean {
  return file.endsWith('.css')
}

function linkTo(file: string): string {
  return isStyle(file) ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`
}
