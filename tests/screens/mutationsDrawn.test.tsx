// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileModule } from '../../src/interpreter/form/testing.tsx'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { createRandom } from '../../src/server/demo/random.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { damage, familyOf, mutationsInAll, seedOf } from './damage.ts'
import { drawForm, drawScreen } from './drawScreen.tsx'
import { shippedScreens } from './shipped.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

/** Drawing costs a hundred times as much as checking. */
const rounds = Math.ceil(mutationsInAll / 25 / shippedScreens.length)
const triesOfRound = 20

describe('damage that the checker does not mind', () => {
  vi.setConfig({ testTimeout: 300_000 })

  it.each(shippedScreens)(
    'damage that the checker does not mind leaves %s a screen that is drawn, with forms that open',
    async (uri, whole) => {
      const random = createRandom(seedOf(`drawn ${uri}`))
      const family = familyOf(whole)
      const accepted = (): ResolvedScreen | undefined => {
        for (let attempt = 0; attempt < triesOfRound; attempt += 1) {
          const found = checkDocuments(damage(family, random, 1), publishedNames).catalog.screens.get(uri)
          if (found !== undefined && found.hash !== whole.hash) return found
        }
        return undefined
      }
      for (let round = 0; round < rounds; round += 1) {
        const damaged = accepted()
        if (damaged === undefined) continue
        const inputs = Object.values(damaged.actions).flatMap((action) => action.input ?? [])
        for (const { schema } of [...Object.values(damaged.forms), ...inputs]) expect(() => compileModule(schema)).not.toThrow()
        drawScreen(damaged)
        expect(await page.findByRole('heading', { level: 1 })).toBeDefined()
        await page.findAllByRole(damaged.list.filters.some((filter) => filter.required) ? 'region' : 'table')
        expect(page.queryByText('畫面的這個部分無法顯示，其餘部分仍可使用。'), damaged.hash).toBeNull()
        cleanup()
        const forms = Object.values(damaged.forms)
        if (forms.length === 0) continue
        const form = random.pick(forms)
        drawForm(damaged, form)
        expect(
          await page.findByRole(form.open === 'page' ? 'region' : 'dialog', { name: form.title.replace(/\s+/g, ' ').trim() }),
        ).toBeDefined()
        cleanup()
      }
    },
  )
})
