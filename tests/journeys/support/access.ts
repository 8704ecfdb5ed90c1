import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { unusedClasses } from '../../../src/commands/lib/unusedClasses.mjs'
import { PaintedAlike } from './paintedAlike.ts'

/**
 * Axe, once per page. Most of its time goes into the contrast of texts: most texts are painted like one of this or another page, and the few
 * colours of a page are read thousands of times.
 */
const axeSource = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};
  (${rememberColours})(axe.commons.color.Color.prototype);
  window.paintedAlike = new (${PaintedAlike})(axe)`

/** Paint of texts whose contrast needs no second look, on any page of this process. */
const settled = new Set<number>()

declare global {
  interface Window {
    readonly axe?: object
    readonly paintedAlike: PaintedAlike
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

/** Findings of axe, one line each: rule, place and text; without `rules` also classes that have none in the style sheet. */
export async function accessProblems(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  await page.evaluate(standStill)
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource)
  await page.evaluate((before) => window.paintedAlike.begin(before), [...settled])
  const violations = await violationsOf(page, rules)
  for (const paint of await page.evaluate(() => window.paintedAlike.end())) settled.add(paint)
  await page.evaluate(goOn)
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  return rules.length > 0 ? found : [...found, ...(await classesLeftOut(page))]
}

async function violationsOf(page: Page, rules: readonly string[]) {
  // Runs within the page, where axe is already. The other mode opens an empty page for each check, for frames of other origins, which we do
  // not have. Style sheets are not read: of one that is still on its way axe makes a copy, which the policy of the page refuses.
  const axe = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false })
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return violations
}

/** The same in light, and what cannot be read in dark. The theme of the page is light afterwards. */
export async function accessProblemsInBoth(page: Page): Promise<readonly string[]> {
  const inLight = await accessProblems(page)
  await page.evaluate(showTheme, 'dark')
  const inDark = await accessProblems(page, ['color-contrast'])
  await page.evaluate(showTheme, 'light')
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)]
}

const leftOut = new Set(unusedClasses())

/** Classes on the page whose rules the build has left out, because it took them for unused. */
async function classesLeftOut(page: Page): Promise<readonly string[]> {
  const drawn = await page.evaluate(() => [...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]))
  return [...new Set(drawn)].filter((name) => leftOut.has(name)).map((name) => `class ${name} is not in the style sheet`)
}

function showTheme(theme: string): void {
  document.documentElement.setAttribute('data-bs-theme', theme)
}

/**
 * A dialog that is still fading in, or a notice that fades out, has only half of its contrast. Notices close when their bar has run to its
 * end, so the bars are stopped; everything else comes to rest by itself.
 */
async function standStill(): Promise<void> {
  const all = document.getAnimations()
  const bars = all.filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar'))
  for (const bar of bars) bar.pause()
  await Promise.all(all.filter((one) => !bars.includes(one)).map((one) => one.finished.catch(() => undefined)))
}

function goOn(): void {
  for (const animation of document.getAnimations()) if (animation.playState === 'paused') animation.play()
}
