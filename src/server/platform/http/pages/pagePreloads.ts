import { readFileSync } from 'node:fs'
import { pageOf } from './pageOf.ts'

/**
 * The module of each portal page; routes load these on demand. The response for a page names its module, so that the browser fetches both
 * at once instead of the module after running the entry script.
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

/** An entry of the manifest that Vite writes with a build. */
interface BuiltFile {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type BuildManifest = Readonly<Record<string, BuiltFile>>

/** Pages of the console at which people arrive without having anything of it in their cache. */
export const consoleModules: Readonly<Record<string, string>> = {
  '/login': 'src/console/pages/login/LoginPage.tsx',
  '/change_password': 'src/console/pages/password/OpenChangePasswordPage.tsx',
  '/forget_password': 'src/console/pages/password/ForgetPasswordPage.tsx',
}

/** The script in the head of the console's page: the browser draws nothing before it has run. */
export const firstScript = 'src/console/layout/firstTheme.ts'

/** Pages whose code is that of every page, because they are needed when nothing can be loaded. */
const pagesOfShared: readonly string[] = ['/page500']

/** @returns value of the `Link` header of a page; undefined when there is nothing to preload */
export function createPagePreloads(manifest: BuildManifest): (path: string) => string | undefined {
  const headers = new Map<string, string>()
  const modules = [
    ...Object.entries({ ...portalModules, ...consoleModules }),
    ...pagesOfShared.map((path) => [path, pageOf(path)] as const),
  ]
  for (const [path, source] of modules) {
    const shared = [...filesOf(manifest, pageOf(path))]
    const own = [...filesOf(manifest, source)].filter((file) => !shared.includes(file))
    const first = pageOf(path) === 'src/console/index.html' ? manifest[firstScript] : undefined
    // Shared files are named here too, although the page names them: the page arrives later than its headers, and the large files should
    // not wait behind the small ones. Styles come first, and scripts yield to them, because what is sent with the page can be read as soon
    // as they are there.
    const files = [...shared, ...own]
    const links = [...files.filter(isStyle), ...files.filter((file) => !isStyle(file))].map(linkTo)
    if (first !== undefined) links.unshift(`</${first.file}>; rel=preload; as=script`)
    if (manifest[source] !== undefined) headers.set(path, links.join(', '))
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

/** Scripts and styles of a module and of everything that it imports. */
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
  return isStyle(file) ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload; fetchpriority=low`
}
