import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../projectRoot.ts'
import { fillPortalPage, fillPortalPages } from './portalShell.ts'

const page = readFileSync(join(projectRoot, 'portal/index.html'), 'utf8')

describe('the pages of the portal as they are sent', () => {
  it('the pages of the portal as they are sent can be read before any script has run', () => {
    const pages = fillPortalPages(page)
    expect(pages.get('/exchange')).toContain('<h1>手上的點數，換成想要的票券</h1>')
    expect(pages.get('/exchange')).toContain('<title>點數兌換｜企業點數兌換網</title>')
    for (const [path, filled] of pages) expect([path, filled.includes('<div id="root"></div>')]).toEqual([path, false])
  })

  it('describe themselves where everybody may come', () => {
    const pages = fillPortalPages(page)
    const described = [...pages].filter(([, filled]) => /<meta name="description" content="[^"]{10,}"/.test(filled)).map(([path]) => path)
    expect(described.sort()).toEqual([
      '/corporate_member_apply',
      '/corporate_member_register',
      '/exchange',
      '/exchange_flow_manual',
      '/member_login',
      '/member_policy',
      '/member_privacy',
    ])
  })

  it('the pages of the portal as they are sent take words as text', () => {
    const filled = fillPortalPage(page, { title: '<b>$&"', style: 'corporate' })
    expect(filled).toContain('<h1>&lt;b&gt;$&amp;&quot;</h1>')
  })
})
