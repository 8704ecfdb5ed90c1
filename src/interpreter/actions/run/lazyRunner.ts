import { loadOnce } from '../../../client/load/loadOnce.ts'

/** What actions do, which nothing needs before the first click. */
export const loadRunAction = loadOnce(() => import('./runAction.ts'))
