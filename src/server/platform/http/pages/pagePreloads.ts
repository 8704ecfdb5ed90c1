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

/** Pages of the console that are open to everybody. */
export const consoleModules: Readonly<Record<string, string>> = {
  '/login': 'src/console/pages/login/LoginPage.tsx',
  '/change_password': 'src/console/pages/password/OpenChangePasswordPage.tsx',
  '/forget_password': 'src/console/pages/password/ForgetPasswordPage.tsx',
}

/** Pages of the console behind the sign-in that no document draws. */
export const protectedModules: Readonly<Record<string, string>> = {
  '/noticeboard': 'src/console/pages/noticeboard/NoticeboardPage.tsx',
  '/_authority/change_password': 'src/console/pages/password/ChangePasswordPage.tsx',
  '/_authority/forget_password': 'src/console/pages/password/HelpDeskPage.tsx',
  '/settings/api': 'src/console/pages/api/ApiPage.tsx',
  '/settings/role_matrix': 'src/console/pages/roles/RoleMatrixPage.tsx',
}

/** The frame around them and around screens, and the page of all screens. */
export const frameModule = 'src/console/layout/ConsoleLayout.tsx'
export const screenModule = 'src/console/pages/ScreenPage.tsx'
const consolePage = 'src/console/index.html'
const isScreen = (path: string) => /^\/_?[a-z0-9]+\/[a-z0-9_]+$/.test(path)

/** The script in the head of the console's page: the browser draws nothing before it has run. */
export const firstScript = 'src/console/layout/firstTheme.ts'

/** Pages whose code is that of every page, because they are needed when nothing can be loaded. */
const pagesOfShared: readonly string[] = ['/page500']

/** @returns value of the `Link` header of a page; undefined when there is nothing to preload */
export function createPagePreloads(manifest: BuildManifest): (path: string) => string | undefined {
  const open = Object.entries({ ...portalModules, ...consoleModules }).map(([path, source]) => [path, [source]] as const)
  const ofShared = pagesOfShared.map((path) => [path, [pageOf(path)]] as const)
  const behind = Object.entries(protectedModules).map(([path, source]) => [path, [frameModule, source]] as const)
  const headers = new Map([...open, ...ofShared, ...behind].map(([path, sources]) => [path, linksOf(manifest, path, sources)]))
  const ofScreens = linksOf(manifest, '/', [frameModule, screenModule])
  return (path) => (headers.has(path) ? headers.get(path) : isScreen(path) && pageOf(path) === consolePage ? ofScreens : undefined)
}

/** @param sources  modules of a page, besides what all pages share; without a build there are none */
function linksOf(manifest: BuildManifest, path: string, sources: readonly string[]): string | undefined {
  if (sources.some((source) => manifest[source] === undefined)) return undefined
  const shared = [...filesOf(manifest, pageOf(path))]
  const own = [...new Set(sources.flatMap((source) => [...filesOf(manifest, source)]))].filter((file) => !shared.includes(file))
  const first = pageOf(path) === consolePage ? manifest[firstScript] : undefined
  // Shared files are named here too, although the page names them: the page arrives later than its headers, and the large files should
  // not wait behind the small ones. Styles come first, because nothing is drawn without them.
  const files = [...shared, ...own]
  const links = [...files.filter(isStyle), ...files.filter((file) => !isStyle(file))].map((file) => linkTo(file, isDrawn(path)))
  if (first !== undefined) links.unshift(`</${first.file}>; rel=preload; as=script`)
  return links.join(', ')
}

/** True for pages that can be read before their script has run. */
function isDrawn(path: string): boolean {
  return Object.hasOwn(portalModules, path) || Object.hasOwn(consoleModules, path) || pagesOfShared.includes(path)
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

/** @param isDrawn  the script yields to the styles then, without which nothing can be read */
function linkTo(file: string, isDrawn: boolean): string {
  if (isStyle(file)) return `</${file}>; rel=preload; as=style; crossorigin`
  return `</${file}>; rel=modulepreload${isDrawn ? '; fetchpriority=low' : ''}`
}
