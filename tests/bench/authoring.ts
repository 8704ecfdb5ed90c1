/**
 * Times that an analyst waits for: the first check of all documents, the check after each single one was saved, and from a saved file to
 * the redrawn screen in a browser. The last with a server in a process of its own, whose processor time per save is measured too: everything
 * that it does for a save, with the answers that the open browser asks for.
 *
 * npm run bench -- authoring
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { openBrowser, signIn } from './harness/browser.ts'
import { startOwnServer } from './harness/ownServer.ts'
import { median, reportLimits } from './harness/report.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const screen = 'screens/_company/companies.json'
/** The first saves are compiled while they run. */
const warmups = 5
/** After each save, for what the server still does for it: the names for editors come a second later. */
const quietMs = 1600

const server = await startOwnServer()
const browser = await openBrowser()
const firstChecks: number[] = []
let savedChecks: readonly number[] = []
const redraws: number[] = []
const spent: number[] = []
try {
  const shipped = readDocumentFiles(server.schemas)
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    // Other names are another memory: nothing is known from the round before.
    const { diagnostics } = checkDocuments(shipped, { ...publishedNames })
    firstChecks.push(performance.now() - begun)
    if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message)
  }
  savedChecks = checksOfSavedFiles(shipped)
  const page = await (await signIn(browser, server.origin)).newPage()
  await page.goto(`${server.origin}/_company/companies`)
  await page.waitForSelector('tr[data-row-id]')
  const file = join(server.schemas, screen)
  const idleShare = await server.idleShare()
  const original = JSON.parse(await readFile(file, 'utf8')) as { title: string }
  for (let round = -warmups; round < rounds; round += 1) {
    const title = `第${round}版`
    const shown = page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title)
    const before = server.cpuMs()
    const begun = performance.now()
    await writeFile(file, JSON.stringify({ ...original, title }))
    await shown
    const took = performance.now() - begun
    await sleep(quietMs)
    if (round < 0) continue
    redraws.push(took)
    spent.push(server.cpuMs() - before - idleShare * (took + quietMs))
  }
} finally {
  await browser.close()
  await server.stop()
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
  // The median, because jobs of each minute fall into some of the pauses.
  { title: 'processor time of the server per save, median', unit: 'ms', value: median(spent), most: 50 },
])
