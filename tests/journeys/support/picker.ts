import type { Locator } from '@playwright/test'

/** Chooses an option of a dictionary: from a dropdown, or from a list with a search. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByLabel(label)
  await field.waitFor()
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
    await field.selectOption({ label: option })
    return
  }
  await field.click()
  await form.getByRole('combobox', { name: /^搜尋/ }).fill(option)
  await form.getByRole('option', { name: option }).click()
}
