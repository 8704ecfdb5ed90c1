/*
 * The first script of the console's page: sets the theme before anything is drawn, so that a dark page does not flash white. The browser
 * waits for it, so it stands alone, without imports and exports; `theme.ts` goes on from what it set.
 */
{
  const stored = localStorage.getItem('theme')
  const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.bsTheme = isDark ? 'dark' : 'light'
}
