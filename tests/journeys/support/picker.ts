import { expect, type Locator } from '@playwright/test'

/** Chooses an option of a dictionary: from a dropdown, or from a list with a search. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByLabel(label)
  const picker = field.and(form.page().locator('button'))
  // A dictionary that is on its way is a dropdown without options; a long one becomes a picker when it is there.
  await expect(picker.or(field.locator('option').filter({ hasText: option }))).not.toHaveCount(0)
  if ((await picker.count()) === 0) {
    await field.selectOption({ label: option })
    return
  }
  await field.click()
  await form.getByRole('combobox', { name: /^搜尋/ }).fill(option)
  await form.getByRole('option', { name: option }).click()
}
