import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Findings of axe, one line each: rule, place and text. */
export async function accessProblems(page: Page): Promise<readonly string[]> {
  // A dialog that is still fading in has only half of its contrast.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  // Runs within the page. The other mode opens an empty page for each check, for frames of other origins, which we do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}
