import type { Locator } from '@playwright/test'

/** Presses an action of a row: its one button, or the item of its 更多 menu. */
export async function pressRowAction(row: Locator, label: string): Promise<void> {
  const button = row.getByRole('button', { name: label, exact: true })
  await row.locator('.list-action-buttons').waitFor()
  if ((await button.count()) > 0) return button.click()
  await row.getByRole('button', { name: '更多', exact: true }).click()
  await row.page().getByRole('menuitem', { name: label, exact: true }).click()
}

/** An action that a row offers, in sight or in its 更多 menu, which is open then; null where there is none. */
async function findRowAction(row: Locator, label: string): Promise<Locator | null> {
  const button = row.locator('.list-action-buttons button').filter({ hasText: new RegExp(`^${label}$`) })
  if ((await button.count()) > 0) return button
  const more = row.getByRole('button', { name: '更多', exact: true })
  if ((await more.count()) === 0) return null
  await more.click()
  await row.page().getByRole('menu').waitFor()
  const item = row.page().getByRole('menuitem', { name: label, exact: true })
  if ((await item.count()) > 0) return item
  await row.page().keyboard.press('Escape')
  return null
}

/** Whether a row offers an action, in sight or in its 更多 menu. */
export async function offersRowAction(row: Locator, label: string): Promise<boolean> {
  const found = await findRowAction(row, label)
  if (found !== null && (await found.getAttribute('role')) === 'menuitem') await row.page().keyboard.press('Escape')
  return found !== null
}

/** Presses an action of a row if it is offered, and opens the 更多 menu once for both. @returns whether it is */
export async function pressRowActionIfOffered(row: Locator, label: string): Promise<boolean> {
  const found = await findRowAction(row, label)
  await found?.click()
  return found !== null
}
