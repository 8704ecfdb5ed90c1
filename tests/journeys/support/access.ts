import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds, in a line each: rule, place, and what it says. */
export async function accessProblems(page: Page): Promise<readonly string[]> {
  // A dialog that is still fading in has half the contrast it will have.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  // All in the page itself: the other way opens an empty page for each look, for the sake of frames of other origins, which we do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
