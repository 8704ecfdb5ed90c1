/**
 * The interpreter drawing the merchants' screen against the same page written by hand, once without a shell and once in ours: same server,
 * same calls, columns and rules, in one run on one machine, the processor slowed down four times, nine rounds in turns, medians.
 *
 * npm run bench -- interpreter
 */
import { openBrowser, signIn, signInAt, slowdown } from './harness/browser.ts'
import { median, type Reading, report, reportLimits } from './harness/report.ts'
import { openSite, type Subject, subjects } from './harness/site.ts'
import type { Visit } from './visits/timed.ts'
import { visitList } from './visits/visitList.ts'
import { cellsOf, visitLong } from './visits/visitLong.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)

const site = await openSite()
const browser = await openBrowser()
const visits: Record<Subject, Visit[]> = { bare: [], shell: [], ours: [] }
try {
  const shell = await signIn(browser, site.origins.shell)
  const bare = await signInAt(site.origins.bare, browser, shell)
  const contexts = { bare, shell, ours: await signIn(browser, site.origins.ours) }
  for (let round = 0; round < rounds; round += 1) {
    // In turns, each of them first, second and last in turns too.
    for (const offset of subjects.keys()) {
      const subject = subjects[(round + offset) % subjects.length] as Subject
      const origin = site.origins[subject]
      const context = contexts[subject]
      const long = { ...(await visitLong(context, origin, true)), ...(await visitLong(context, origin, false)) }
      visits[subject].push({ ...(await visitList(context, origin)), ...long })
    }
    process.stdout.write(`round ${round + 1}/${rounds}\n`)
  }
} finally {
  await browser.close()
  await site.close()
}

const middle = (subject: Subject, name: string) => median(visits[subject].map((one) => one[name] ?? Number.NaN))
const against =
  (subject: Exclude<Subject, 'ours'>) =>
  (name: string, title: string, most: number, unit = 'ms'): Reading => ({
    title,
    unit,
    hand: middle(subject, name),
    ours: middle('ours', name),
    most,
  })
for (const subject of subjects) {
  const rows = middle(subject, 'wholeRows')
  if (rows !== cellsOf.rows) throw new Error(`${subject} drew ${rows} rows instead of ${cellsOf.rows}`)
}
const bare = against('bare')
process.stdout.write('\nBy hand without a shell, and ours:\n')
const withoutShell = report([
  bare('cold', 'cold list to first row', 1.3),
  bare('coldScript', 'scripting until then', 1.4),
  bare('nextPage', 'next page', 1.2),
  bare('sort', 'sort', 1.2),
  bare('whole', '500 rows x 20 columns, all drawn', 1),
  bare('windowed', '500 rows x 20 columns, windowed', 0.85),
  bare('scroll', 'scrolling through them to the end', 1),
  bare('open', 'opening the form', 1.5),
  bare('shown', 'click to its first field', 1.5),
  bare('key', 'scripting per key', 1.3),
  bare('errors', '5 errors after submit', 0.9),
  bare('sent', 'corrected, click to request sent', 1),
  bare('heap', 'heap on the list', 1.5, 'MB'),
])
const shell = against('shell')
process.stdout.write('\nBy hand in our shell, and ours:\n')
const inShell = report([
  shell('cold', 'cold list to first row', 1.2),
  shell('bytes', 'JavaScript + CSS of a cold list', 1.3, 'kB'),
  shell('nextPage', 'next page', 1.15),
  shell('sort', 'sort', 1.15),
  shell('whole', '500 rows x 20 columns, all drawn', 1.2),
  shell('open', 'opening the form', 1.5),
  shell('errors', '5 errors after submit', 1.2),
])
process.stdout.write('\n')
const limited = reportLimits([
  { title: 'JavaScript + CSS before the first rows', unit: 'kB', value: middle('ours', 'bytes'), most: 200 },
  { title: 'JavaScript + CSS, idle included', unit: 'kB', value: middle('ours', 'bytesAll'), most: 300 },
  // Scripting depends on the processor, not on the number of pixels.
  {
    title: 'scripting per cell, not slowed down',
    unit: 'us',
    value: (middle('ours', 'wholeScript') * 1000) / slowdown / (cellsOf.rows * cellsOf.columns),
    most: 36,
  },
])
process.exitCode = withoutShell + inShell + limited > 0 ? 1 : 0
