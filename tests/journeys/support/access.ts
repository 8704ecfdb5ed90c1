import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { unusedClasses } from '../../../src/commands/lib/unusedClasses.mjs'
import { PaintedAlike } from './paintedAlike.ts'
import { type Asked, SeenParts } from './seenParts.ts'

/**
 * Axe, once per page. Most of its time goes into the contrast of texts: most texts are painted like one of this or another page, and the few
 * colours of a page are read thousands of times.
 */
const axeSource = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};
  (${rememberColours})(axe.commons.color.Color.prototype);
  window.paintedAlike = new (${PaintedAlike})(axe);
  window.seenParts = new (${SeenParts})((text) => paintedAlike.numberOf(text));
  Object.assign(window, { standStill: ${standStill} }); void 0`

/** Paint of texts whose contrast needs no second look, on any page of this process. */
const settled = new Set<number>()

/** Parts of pages that were without fault, on any page of this process. */
const seen = new Set<number>()

/** The part of axe that this needs. */
interface Axe {
  run(context: { exclude: readonly Element[] }, options: object): Promise<{ readonly violations: readonly Violation[] }>
}
interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}
interface Verdict {
  readonly found: readonly string[]
  readonly classes: readonly string[]
  readonly settled: readonly number[]
  readonly seen: readonly number[]
}

declare global {
  interface Window {
    readonly axe?: Axe
    readonly paintedAlike: PaintedAlike
    readonly seenParts: SeenParts
    standStill(): Promise<() => void>
  }
}

interface Colour {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): Colour
}

/** Runs within the page. */
function rememberColours(prototype: Colour): void {
  const read = prototype.parseString
  const known = new Map<string, readonly [number, number, number, number]>()
  prototype.parseString = function parseOnce(text) {
    const found = known.get(text)
    if (found) [this.r, this.g, this.b, this.alpha] = found
    else known.set(text, [read.call(this, text).r, this.g, this.b, this.alpha])
    return this
  }
}

/**
 * Findings of axe, one line each: rule, place and text; without `rules` also classes that have none in the style sheet. Parts of the menu, and
 * what lies behind a dialog, are judged once.
 */
export function accessProblems(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  return problemsIn(page, rules)
}

/** The same in light, and what cannot be read in dark. The theme of the page is light afterwards. */
export async function accessProblemsInBoth(page: Page): Promise<readonly string[]> {
  const inLight = await problemsIn(page, [])
  const inDark = await problemsIn(page, ['color-contrast'], 'dark')
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)]
}

async function problemsIn(page: Page, rules: readonly string[], theme?: 'dark'): Promise<readonly string[]> {
  const asked: Asked = { rules, isDark: theme === 'dark', settled: [...settled], seen: [...seen] }
  let verdict = await page.evaluate(judge, asked)
  if (verdict === null) {
    await page.evaluate(axeSource)
    verdict = await page.evaluate(judge, asked)
  }
  if (verdict === null) throw new Error('axe cannot be loaded')
  for (const paint of verdict.settled) settled.add(paint)
  for (const part of verdict.seen) seen.add(part)
  return [...verdict.found, ...classesLeftOut(verdict.classes)]
}

/** Runs within the page. @returns null where axe is not there yet */
async function judge(asked: Asked): Promise<Verdict | null> {
  const { axe, paintedAlike, seenParts } = window
  if (!axe) return null
  const root = document.documentElement
  if (asked.isDark) root.setAttribute('data-bs-theme', 'dark')
  const goOn = await window.standStill()
  const exclude = seenParts.begin(asked)
  paintedAlike.begin(asked.settled, exclude)
  const { rules } = asked
  // Style sheets are not read: of one that is still on its way axe makes a copy, which the policy of the page refuses.
  const options = { resultTypes: ['violations'], preload: false, ...(rules.length > 0 && { runOnly: { type: 'rule', values: rules } }) }
  const { violations } = await axe.run({ exclude }, options)
  if (asked.isDark) root.setAttribute('data-bs-theme', 'light')
  goOn()
  return {
    found: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} ${target.join(' ')} ${failureSummary}`),
    ),
    classes: rules.length > 0 ? [] : [...new Set([...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]))],
    settled: paintedAlike.end(),
    seen: violations.length > 0 ? [] : seenParts.end(),
  }
}

const leftOut = new Set(unusedClasses())

/** Classes on the page whose rules the build has left out, because it took them for unused. */
const classesLeftOut = (drawn: readonly string[]) =>
  drawn.filter((name) => leftOut.has(name)).map((name) => `class ${name} is not in the style sheet`)

/**
 * A dialog that is still fading in, or a notice that fades out, has only half of its contrast. Notices close when their bar has run to its
 * end, so the bars are stopped; everything else comes to rest by itself.
 *
 * @returns what lets the bars run on
 */
async function standStill(): Promise<() => void> {
  const all = document.getAnimations()
  const bars = all.filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar'))
  for (const bar of bars) bar.pause()
  await Promise.all(all.filter((one) => !bars.includes(one)).map((one) => one.finished.catch(() => undefined)))
  return () => {
    for (const bar of bars) bar.play()
  }
}
