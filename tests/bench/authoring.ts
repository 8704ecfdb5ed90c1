/**
 * Times that an analyst waits for: the first check of all documents, the check after each single one was saved, and from a saved file to
 * the redrawn screen in a browser.
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
const firstChecks: number[] = []
let savedChecks: readonly number[] = []
const redraws: number[] = []
try {
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    // Other names are another memory: nothing is known from the round before.
    const { diagnostics } = checkDocuments(readDocumentFiles(site.schemas), { ...publishedNames })
    firstChecks.push(performance.now() - begun)
    if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message)
  }
  savedChecks = checksOfSavedFiles(readDocumentFiles(site.schemas))
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

/** Checks the documents once for each of them, with another title in it, ms each. */
function checksOfSavedFiles(files: ReturnType<typeof readDocumentFiles>): readonly number[] {
  checkDocuments(files, publishedNames)
  return files.flatMap((saved) => {
    const text = saved.text.replace('"title": "', '"title": "新')
    if (text === saved.text) return []
    const begun = performance.now()
    checkDocuments(
      files.map((file) => (file === saved ? { ...file, text } : file)),
      publishedNames,
    )
    const took = performance.now() - begun
    checkDocuments(files, publishedNames)
    return took
  })
}

const p95 = (times: readonly number[]) =>
  [...times].sort((first, second) => first - second)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
process.exitCode = reportLimits([
  { title: 'first check of all documents, median', unit: 'ms', value: median(firstChecks), most: 1000 },
  { title: 'check after one saved file, median', unit: 'ms', value: median(savedChecks), most: 50 },
  { title: 'check after one saved file, p95', unit: 'ms', value: p95(savedChecks), most: 150 },
  { title: 'saved file to redrawn screen, p95', unit: 'ms', value: p95(redraws), most: 300 },
])
