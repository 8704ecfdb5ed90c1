import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../projectRoot.ts'
import {
  consoleModules,
  createPagePreloads,
  frameModule,
  portalModules,
  protectedModules,
  readManifest,
  screenModule,
} from './pagePreloads.ts'

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
  'src/console/layout/ConsoleLayout.tsx': { file: 'assets/ConsoleLayout.js', imports: ['src/console/index.html', '_shared.js'] },
  'src/console/pages/noticeboard/NoticeboardPage.tsx': { file: 'assets/NoticeboardPage.js', imports: ['_shared.js'] },
  'src/console/pages/ScreenPage.tsx': { file: 'assets/ScreenPage.js', imports: ['_shared.js'], css: ['assets/ScreenPage.css'] },
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
    expect(createPagePreloads(manifest)('/nothing')).toBeUndefined()
    expect(createPagePreloads(manifest)('/member')).toBeUndefined()
    expect(createPagePreloads(readManifest('/nowhere/manifest.json'))('/exchange')).toBeUndefined()
  })

  it('what is fetched together with a page behind the sign-in is its frame too; a screen is any page of two words', () => {
    const frame = [
      '</assets/console.js>; rel=modulepreload',
      '</assets/shared.js>; rel=modulepreload',
      '</assets/ConsoleLayout.js>; rel=modulepreload',
    ]
    const first = '</assets/firstTheme.js>; rel=preload; as=script'
    expect(createPagePreloads(manifest)('/noticeboard')?.split(', ')).toEqual([
      first,
      ...frame,
      '</assets/NoticeboardPage.js>; rel=modulepreload',
    ])
    expect(createPagePreloads(manifest)('/_company/companies')?.split(', ')).toEqual([
      first,
      '</assets/ScreenPage.css>; rel=preload; as=style; crossorigin',
      ...frame,
      '</assets/ScreenPage.js>; rel=modulepreload',
    ])
    for (const path of ['/exchange/any', '/_company/companies/3', '/_company']) expect(createPagePreloads(manifest)(path)).toBeUndefined()
  })

  it('names the modules that the routes of the portal load', () => {
    const routes = readFileSync(join(projectRoot, 'portal/app/CurrentPage.tsx'), 'utf8')
    const loaded = [...routes.matchAll(/'(\/\w+)': \(\) => import\('\.\.\/([^']+)'\)/g)]
    expect(Object.fromEntries(loaded.map(([, path, file]) => [path, `portal/${file}`]))).toEqual(portalModules)
    const pages = readFileSync(join(projectRoot, 'src/console/openPages.ts'), 'utf8')
    const open = [...pages.matchAll(/'(\/\w+)': \(\) => import\('\.\/([^']+)'\)/g)]
    expect(Object.fromEntries(open.map(([, path, file]) => [path, `src/console/${file}`]))).toEqual(consoleModules)
    const behind = readFileSync(join(projectRoot, 'src/console/CurrentPage.tsx'), 'utf8').replace('[homePath]', "'/noticeboard'")
    const own = [...behind.matchAll(/'(\/[\w/]+)': \(\) => import\('\.\/([^']+)'\)/g)]
    expect(Object.fromEntries(own.map(([, path, file]) => [path, `src/console/${file}`]))).toEqual(protectedModules)
    for (const file of Object.values({ ...portalModules, ...consoleModules, ...protectedModules, frameModule, screenModule }))
      expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true])
  })
})
