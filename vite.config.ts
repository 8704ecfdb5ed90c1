import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildHash } from './src/commands/lib/buildHash.mjs'
import { drawnPages, firstTheme } from './src/commands/lib/drawnPages.mjs'
import { precompress } from './src/commands/lib/precompress.mjs'
import { unusedClasses } from './src/commands/lib/unusedClasses.mjs'
import { unusedParts } from './src/commands/lib/unusedParts.mjs'
import { pageOf } from './src/server/platform/http/pages/pageOf.ts'
import { structurePlugin } from './src/server/screens/compiledStructure.ts'

const pages = { console: 'src/console/index.html', portal: 'portal/index.html' }
const presentPages = Object.fromEntries(Object.entries(pages).filter(([, file]) => existsSync(file)))

/** In development every address is answered with the page that the server would send for it. */
const pageRoutes: Plugin = {
  name: 'page-routes',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
      const isPage = request.headers.accept?.includes('text/html') && !/\.[a-z0-9]+$/i.test(path) && !/^\/(api|connect|@|__)/.test(path)
      if (isPage) request.url = `/${pageOf(path)}`
      next()
    })
  },
}

/** The router's package leads every bundler to its development build, with warnings for developers; browsers get the other one. */
const routerOf = (file: string) => fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: routerOf('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerOf('dom-export.mjs') },
]

/**
 * What console and portal both load at once, in one file: cut by who else uses a module, it fell into nine. Small files pack badly, and to
 * ask for one costs a slow processor as much as to read 5 kB of it.
 */
const commonBase = {
  name: 'base',
  test: new RegExp(
    `/node_modules/(react|react-dom|react-router|scheduler|axios)/|/src/(${[
      'client/((http|load|send)/|(format|randomKey|drafts|NoticeContainer|session/(obfuscation|storedSession))\\.)',
      'rules/(text|messages|cleanText|dates)\\.ts$',
    ].join('|')})`,
  ),
}

/** What every page of the console loads, for the same reason. Only the named modules, because what they import is for others too. */
const consoleBase = {
  name: 'consoleBase',
  includeDependenciesRecursively: false,
  test: new RegExp(
    `/node_modules/(${[
      '(prop-types|react-transition-group|classnames|jotai|@babel/runtime)/',
      'react-bootstrap/esm/(ThemeProvider|TransitionWrapper|triggerBrowserReflow|safeFindDOMNode|Button)\\.js',
      '@restart/(hooks/esm/useMergedRefs|ui/esm/Button)\\.js',
    ].join('|')})`,
  ),
}

/** What every screen of the console loads, likewise. */
const screenBase = {
  name: 'screenBase',
  includeDependenciesRecursively: false,
  test: new RegExp(
    `/node_modules/(${[
      'react-bootstrap/esm/(createChainedFunction|Collapse|transitionEndListener)',
      '@restart/ui/esm/utils',
      'dom-helpers/esm/(canUseDOM|ownerDocument|ownerWindow|css|listen|isTransform|hyphenate\\w*|getComputedStyle)',
      'dom-helpers/esm/(addEventListener|removeEventListener|triggerEvent|transitionEnd)',
    ].join('|')})\\.js|/src/(${[
      'language/(predicate/(scope|predicate)|documents/vocabulary|resolve/recordCall|entity/maskedFields)',
      'language/query/(listQuery|listQueryFilters|filterKinds|defaultFilter|requiredFilters)',
      'rules/(masks|attachedFiles|tiersSummary)',
      'client/(parts/(MenuButton|EmptyState)|dictionaryCache|useDictionaryCache|dictionaries|localDictionaries|session/useSession)',
      'console/menu/(menu|menuAtom)',
      'interpreter/(screen/(useDocumentEvents|documentEvents)|actions/(lazyActions|buttons/(actionOrder|RowActions)))',
      'interpreter/list/filters/(filterDraft|useDraft|SearchBox)',
      'interpreter/shared/parts/(useStable|pageWindow|PaginationBar|plainClick|PartBoundary)',
      'interpreter/shared/(labels/columnLabels|calls/(callPath|listPage|recordCalls)|values/(htmlText|LongTags|cellRenderers))',
      'interpreter/shared/records/(openForm|recordAddress|linkAddress|recordLink)',
    ].join('|')})\\.tsx?$`,
  ),
}

/** What forms and dialogs of screens share, loaded when a list is drawn. */
const dialogBase = {
  name: 'dialogBase',
  includeDependenciesRecursively: false,
  test: new RegExp(
    `/src/interpreter/(${[
      'widgets/widget|shared/values/(JsonText|PlainValue|RowsPager|useRowsPage|CompactTable)|shared/labels/dictionaryArgument',
      'shared/records/recordName|shared/calls/confirmedCall|actions/(actionTarget|run/(actionTexts|subjectOf))',
    ].join('|')})\\.tsx?$`,
  ),
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // The packages with the most files: reading these one by one takes a quarter of a second of each start.
  ...(isSsrBuild && { ssr: { noExternal: ['typebox', '@fastify/type-provider-typebox', 'kysely', /^@rjsf\//] } }),
  appType: 'custom',
  ...(command === 'build' && !isSsrBuild && { resolve: { alias: productionRouter } }),
  plugins: [react(), unusedParts(), pageRoutes, structurePlugin, firstTheme(), drawnPages(), buildHash(), precompress()],
  // Only builds are minified, and only their style sheets lose what no page uses.
  ...(command === 'build' && !isSsrBuild && { css: { lightningcss: { unusedSymbols: unusedClasses() } } }),
  build: isSsrBuild
    ? // Other dependencies stay outside: the embedded database finds its files beside its own code.
      { outDir: 'dist/server', target: 'node20', copyPublicDir: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        // Without it an old browser asks for some files later; with it all others ask for one more.
        modulePreload: { polyfill: false },
        rollupOptions: { input: presentPages, output: { codeSplitting: { groups: [commonBase, consoleBase, screenBase, dialogBase] } } },
      },
}))
