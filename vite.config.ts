import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { precompress } from './src/commands/lib/precompress.mjs'
import { pageOf } from './src/server/platform/http/pageOf.ts'

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

const portalFolder = fileURLToPath(new URL('portal/', import.meta.url))
const ofPortal = '?portal'

/** The router's package leads every bundler to its development build, with warnings for developers; browsers get the other one. */
const routerOf = (file: string) => fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: routerOf('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerOf('dom-export.mjs') },
]

/**
 * The portal has a copy of the router of its own in the build: of the one that it would share with the console it would carry all that the
 * console uses. Nothing that both use (src/client) knows the router.
 */
const portalRouter: Plugin = {
  name: 'portal-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer === undefined) return null
    const isCopy = importer.endsWith(ofPortal)
    const isWanted = importer.startsWith(portalFolder) && /^react-router(-dom)?$/.test(source)
    if (!isCopy && !isWanted) return null
    const found = await this.resolve(source, isCopy ? importer.slice(0, -ofPortal.length) : importer, { skipSelf: true })
    return found && /[\\/]react-router(-dom)?[\\/]/.test(found.id) ? { ...found, id: found.id + ofPortal } : found
  },
}

/** What console and portal both load at once, in one file: cut by who else uses a module, it fell into nine, and small files pack badly. */
const commonBase = {
  name: 'base',
  test: /\/node_modules\/(react|react-dom|scheduler|axios)\/|\/src\/client\/((http|load|send)\/|(format|randomKey)\.ts)|\/src\/rules\/(text|messages)\.ts$/,
}

// Files of one worker share the modules that they load: loading the server or the console anew for each file cost more than its tests.
// What a test stubs is put back after it; a file that replaces modules (`vi.mock`) needs a project with isolation.
const sharedModules = { isolate: false, unstubGlobals: true }
// Nothing is timed: the limit only ends what hangs, also where several parts of `npm test` share two slow processors.
const drawnTests = {
  server: { deps: { inline: [/@rjsf\/react-bootstrap/] } },
  setupFiles: ['tests/support/patientQueries.ts'],
  testTimeout: 120_000,
}
const wholeServer = {
  globalSetup: ['tests/support/globalSetup.ts'],
  // Ten times what the longest takes: a machine that is slow today must not look like a defect.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The embedded engine takes some 300 MB per test file.
  maxWorkers: 2,
}

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  ...(command === 'build' && !isSsrBuild && { resolve: { alias: productionRouter } }),
  plugins: [react(), pageRoutes, portalRouter, precompress()],
  build: isSsrBuild
    ? // Dependencies stay outside: the embedded database finds its files beside its own code.
      { outDir: 'dist/server', target: 'node20', copyPublicDir: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        rollupOptions: { input: presentPages, output: { codeSplitting: { groups: [commonBase] } } },
      },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'portal/**/*.test.{ts,tsx}'],
          ...drawnTests,
          ...sharedModules,
        },
      },
      { extends: true, test: { name: 'screens', include: ['tests/screens/**/*.test.{ts,tsx}'], ...drawnTests } },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: ['tests/support/oneDay.ts'],
          ...wholeServer,
          ...sharedModules,
        },
      },
      { extends: true, test: { name: 'reliability', include: ['tests/reliability/**/*.test.ts'], ...wholeServer } },
    ],
  },
}))
