import type { Locator } from '@playwright/test'

/** Presses an action of a row: its one button, or the item of its 更多 menu. */
export async function pressRowAction(row: Locator, label: string): Promise<void> {
  const button = row.getByRole('button', { name: label, exact: true })
  await row.locator('.list-action-buttons').waitFor()
  if ((await button.count()) > 0) return button.click()
  await row.getByRole('button', { name: '更多', exact: true }).click()
  await row.page().getByRole('menuitem', { name: label, exact: true }).click()
}

/** Whether a row offers an action, in sight or in its 更多 menu. */
export async function offersRowAction(row: Locator, label: string): Promise<boolean> {
  const buttons = row.locator('.list-action-buttons button')
  if ((await buttons.filter({ hasText: new RegExp(`^${label}$`) }).count()) > 0) return true
  const more = row.getByRole('button', { name: '更多', exact: true })
  if ((await more.count()) === 0) return false
  await more.click()
  await row.page().getByRole('menu').waitFor()
  const offered = (await row.page().getByRole('menuitem', { name: label, exact: true }).count()) > 0
  await row.page().keyboard.press('Escape')
  return offered
}
