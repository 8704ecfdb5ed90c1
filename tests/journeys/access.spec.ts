import { expect, test } from '@playwright/test'
import { accessProblems } from './support/access.ts'

const row = (text: string, style = '') =>
  `<tr><td style="${style}">${text}</td><td><span style="color: #bbb">淡字</span></td><td>${text}</td></tr>`

test('a text that cannot be read is found in any row, once where all rows are painted alike', async ({ page }) => {
  const rows = [row('第一列'), row('第二列'), row('第三列', 'color: #bbb'), row('第四列', 'background: #555'), row('第五列')]
  await page.setContent(
    `<main><table><thead><tr><th>一</th><th>二</th><th>三</th></tr></thead><tbody>${rows.join('')}</tbody></table></main>`,
  )
  const found = await accessProblems(page, ['color-contrast'])
  expect(found.map((problem) => problem.replace(/ Fix any.*/s, ''))).toEqual([
    'color-contrast tr:nth-child(1) > td:nth-child(2) > span',
    'color-contrast tr:nth-child(3) > td:nth-child(1)',
    'color-contrast tr:nth-child(4) > td:nth-child(1)',
  ])
  expect(await page.locator('[data-painted-alike]').count()).toBe(0)
})
