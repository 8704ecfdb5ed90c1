import type { Locator } from '@playwright/test'

/** Chooses from a dictionary: a dropdown of few options, or a list that is searched by typing. */
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
