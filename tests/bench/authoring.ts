/**
 * Times that an analyst waits for: the check of all documents, and from a saved file to the redrawn screen in a browser.
 *
 * npm run bench -- authoring
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { openBrowser, signIn } from './harness/browser.ts'
import { median, reportLimits } from './harness/report.ts'
import { openSite } from './harness/site.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const screen = 'screens/_company/companies.json'

const site = await openSite()
const browser = await openBrowser()
const checks: number[] = []
const redraws: number[] = []
try {
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    const { diagnostics } = checkDocuments(readDocumentFiles(site.schemas), publishedNames)
    checks.push(performance.now() - begun)
    if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message)
  }
  const page = await (await signIn(browser, site.origins.ours)).newPage()
  await page.goto(`${site.origins.ours}/_company/companies`)
  await page.waitForSelector('tr[data-row-id]')
  const file = join(site.schemas, screen)
  const original = JSON.parse(await readFile(file, 'utf8')) as { title: string }
  for (let round = 0; round < rounds; round += 1) {
    const title = `第${round}版`
    const shown = page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title)
    const begun = performance.now()
    await writeFile(file, JSON.stringify({ ...original, title }))
    await shown
    redraws.push(performance.now() - begun)
  }
} finally {
  await browser.close()
  await site.close()
}
const sorted = redraws.sort((first, second) => first - second)
process.exitCode = reportLimits([
  { title: 'check of all documents, median', unit: 'ms', value: median(checks), most: 1000 },
  { title: 'saved file to redrawn screen, p95', unit: 'ms', value: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN, most: 500 },
])
