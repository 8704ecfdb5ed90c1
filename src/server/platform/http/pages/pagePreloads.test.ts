import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../projectRoot.ts'
import { consoleModules, createPagePreloads, portalModules, readManifest } from './pagePreloads.ts'

const manifest = {
  'portal/index.html': { file: 'assets/portal.js', imports: ['_shared.js'], css: ['assets/portal.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  'portal/features/exchange/ExchangePage.tsx': {
    file: 'assets/ExchangePage.js',
    imports: ['portal/index.html', '_shared.js', '_parts.js'],
  },
  'src/console/index.html': { file: 'assets/console.js', imports: ['_shared.js'] },
  'src/console/layout/firstTheme.ts': { file: 'assets/firstTheme.js' },
  'src/console/pages/login/LoginPage.tsx': { file: 'assets/LoginPage.js', imports: ['src/console/index.html', '_shared.js'] },
  '_parts.js': { file: 'assets/parts.js', imports: ['_shared.js', '_parts.js'], css: ['assets/parts.css'] },
}

describe('what is fetched together with a page', () => {
  it('what is fetched together with a page is its styles, what the whole portal shares, then its own module with all that it needs', () => {
    expect(createPagePreloads(manifest)('/exchange')?.split(', ')).toEqual([
      '</assets/portal.css>; rel=preload; as=style; crossorigin',
      '</assets/parts.css>; rel=preload; as=style; crossorigin',
      '</assets/portal.js>; rel=modulepreload; fetchpriority=low',
      '</assets/shared.js>; rel=modulepreload; fetchpriority=low',
      '</assets/ExchangePage.js>; rel=modulepreload; fetchpriority=low',
      '</assets/parts.js>; rel=modulepreload; fetchpriority=low',
    ])
  })

  it('what is fetched together with the page of sign-in is of the console alone, and begins with what the first drawing waits for', () => {
    expect(createPagePreloads(manifest)('/login')?.split(', ')).toEqual([
      '</assets/firstTheme.js>; rel=preload; as=script',
      '</assets/console.js>; rel=modulepreload; fetchpriority=low',
      '</assets/shared.js>; rel=modulepreload; fetchpriority=low',
      '</assets/LoginPage.js>; rel=modulepreload; fetchpriority=low',
    ])
  })

  it('what is fetched together with the page for a server that fails is what every page of the console needs', () => {
    expect(createPagePreloads(manifest)('/page500')?.split(', ')).toEqual([
      '</assets/firstTheme.js>; rel=preload; as=script',
      '</assets/console.js>; rel=modulepreload; fetchpriority=low',
      '</assets/shared.js>; rel=modulepreload; fetchpriority=low',
    ])
  })

  it('what is fetched together with a page is nothing for other pages, and nothing without a build', () => {
    expect(createPagePreloads(manifest)('/noticeboard')).toBeUndefined()
    expect(createPagePreloads(manifest)('/member')).toBeUndefined()
    expect(createPagePreloads(readManifest('/nowhere/manifest.json'))('/exchange')).toBeUndefined()
  })

  it('names the modules that the routes of the portal load', () => {
    const routes = readFileSync(join(projectRoot, 'portal/app/CurrentPage.tsx'), 'utf8')
    const loaded = [...routes.matchAll(/'(\/\w+)': \(\) => import\('\.\.\/([^']+)'\)/g)]
    expect(Object.fromEntries(loaded.map(([, path, file]) => [path, `portal/${file}`]))).toEqual(portalModules)
    const pages = readFileSync(join(projectRoot, 'src/console/openPages.ts'), 'utf8')
    const open = [...pages.matchAll(/'(\/\w+)': \(\) => import\('\.\/([^']+)'\)/g)]
    expect(Object.fromEntries(open.map(([, path, file]) => [path, `src/console/${file}`]))).toEqual(consoleModules)
    for (const file of Object.values({ ...portalModules, ...consoleModules }))
      expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true])
  })
})
