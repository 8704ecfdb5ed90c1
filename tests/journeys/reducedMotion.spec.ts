import { expect, test } from '@playwright/test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('nothing moves from one theme to the other for whoever wants little motion, and little time is lost', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('帳號')).toBeFocused()
  const moved = await page.evaluate(async () => {
    const begun: string[] = []
    document.addEventListener('transitionrun', ({ target, propertyName }) => begun.push(`${(target as Element).tagName} ${propertyName}`))
    document.documentElement.setAttribute('data-bs-theme', 'dark')
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return begun
  })
  expect(moved).toEqual([])
})
