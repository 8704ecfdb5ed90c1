/** What actions do, which nothing needs before the first click. */
export const loadRunAction = () => import('./runAction.ts')
