import { expect, type Page, test } from '@playwright/test'
import { accessProblemsInBoth } from './support/access.ts'
import { takeUpSession, watchProblems } from './support/console.ts'
import { pressRowActionIfOffered } from './support/rowAction.ts'

// What fades is waited for before it is judged; painting it cost more than the rest of a dialog.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface MenuGroup {
  readonly subFunctions: readonly { readonly displayName: string; readonly uri: string }[]
}

/** Opens the first page, and returns the addresses in the user's menu. */
async function menuOf(page: Page, account: string): Promise<readonly string[]> {
  await takeUpSession(page, account)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/account/users/me/functions') && response.ok())
  await page.goto('/noticeboard')
  const groups = (await (await answer).json()) as readonly MenuGroup[]
  await expect(page).toHaveURL(/\/noticeboard$/)
  await expect.poll(() => page.evaluate(iconsNotDrawn), 'icons of the menu').toEqual([])
  return groups.flatMap((group) => group.subFunctions.map((item) => item.uri))
}

/** Groups of the menu whose icon has no drawing, or one outside its place. */
function iconsNotDrawn(): readonly (string | null)[] {
  const groups = [...document.querySelectorAll('.sidebar-group')]
  const isDrawn = (icon: Element | null) => {
    const drawing = icon?.firstElementChild?.getBoundingClientRect()
    const place = icon?.getBoundingClientRect()
    return drawing && place && drawing.width > 0 && drawing.bottom > place.top && drawing.top < place.bottom
  }
  return groups.filter((group) => !isDrawn(group.querySelector('svg'))).map((group) => group.textContent)
}

async function accessProblemsAt(page: Page, where: string): Promise<readonly string[]> {
  return (await accessProblemsInBoth(page)).map((problem) => `${where}: ${problem}`)
}

/** Filters for lists that show nothing without one. */
const asked: Readonly<Record<string, string>> = {
  '/_points/contractor_point_history': '?companyNo=C000101',
  '/_points/member_point_history': '?memberNo=880000000013',
}

/** Opens a screen as its users do, which takes a third of the work of loading the page anew. */
async function pressInMenu(page: Page, uri: string): Promise<void> {
  const sidebar = page.locator('#sidebar')
  const link = sidebar.locator(`a[href="${uri}"]`)
  if (!(await link.isVisible())) {
    await sidebar
      .locator('li')
      .filter({ has: page.locator(`a[href="${uri}"]`) })
      .locator('.sidebar-group')
      .click()
  }
  // What the page before shows must not pass for this one.
  await page
    .locator('#main > *')
    .first()
    .evaluate((before) => before.setAttribute('data-before', ''))
  await link.click()
  await expect(page.locator('#main > [data-before]'), uri).toHaveCount(0)
}

/** Opens a form by a button, checks it, and closes it without a change. */
async function lookAtForm(page: Page, where: string, closeBy: RegExp): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog')
  await expect(dialog, where).toBeVisible()
  await expect(dialog.locator('.spinner-block'), where).toHaveCount(0)
  const problems = await accessProblemsAt(page, where)
  await dialog.getByRole('button', { name: closeBy }).first().click()
  await expect(dialog, where).toHaveCount(0)
  return problems
}

async function lookAtScreen(page: Page, uri: string): Promise<readonly string[]> {
  const problems = [...(await accessProblemsAt(page, uri))]
  const create = page.getByRole('button', { name: '新增', exact: true })
  if (await create.isVisible()) {
    await create.click()
    problems.push(...(await lookAtForm(page, `${uri} 新增`, /^取消$/)))
  }
  const row = page.locator('tr[data-row-id]').first()
  if ((await row.count()) > 0 && (await pressRowActionIfOffered(row, '檢視'))) {
    problems.push(...(await lookAtForm(page, `${uri} 檢視`, /^關閉$/)))
  }
  return problems
}

/** Pages other than lists, and what they must show. */
const ownPages: readonly (readonly [RegExp, string])[] = [
  [/password$/, 'form button[type=submit]'],
  [/^\/settings\/api$/, 'details.api-operation'],
  [/^\/settings\/role_matrix$/, '.role-matrix tbody td'],
]

/** Pages of their own and lists with a filter are loaded anew, and one list for each account: all other lists come by the same way. */
async function openEntry(page: Page, uri: string, isAnew: boolean): Promise<'list' | 'page'> {
  const own = ownPages.find(([pattern]) => pattern.test(uri))
  const filter = asked[uri]
  if (isAnew || own !== undefined || filter !== undefined) await page.goto(uri + (filter ?? ''))
  else await pressInMenu(page, uri)
  const shown = own === undefined ? page.locator('tr[data-row-id]').first().or(page.locator('.empty-state')) : page.locator(own[1])
  await expect(shown.first(), uri).toBeVisible()
  return own === undefined ? 'list' : 'page'
}

/** Screens checked in detail with one account are only opened with the others: the generated tests in `tests/screens` cover the roles. */
const examined = new Set<string>()

/** The screens are split into two halves, each checked by its own worker. */
const halves = [0, 1] as const
const halfOf = (uri: string) => [...uri].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % halves.length

for (const half of halves) {
  test.describe(`half ${half + 1} of the menu`, () => {
    test.describe.configure({ mode: 'serial' })

    for (const account of ['admin', 'ops01', 'fm01', 'aud01', 'mer01']) {
      test(`${account} finds every screen working, quiet and accessible`, async ({ page }) => {
        const problems = watchProblems(page)
        const found: string[] = []
        const uris = await menuOf(page, account)
        expect(uris.length).toBeGreaterThan(1)
        if (halfOf('/noticeboard') === half) found.push(...(await accessProblemsAt(page, '/noticeboard')))
        for (const [index, uri] of uris.filter((one) => halfOf(one) === half).entries()) {
          const isExamined = examined.has(uri)
          const kind = await openEntry(page, uri, index === 0)
          if (!isExamined) found.push(...(kind === 'list' ? await lookAtScreen(page, uri) : await accessProblemsAt(page, uri)))
          examined.add(uri)
          expect.soft(problems.splice(0), uri).toEqual([])
        }
        expect(found).toEqual([])
      })
    }
  })
}
