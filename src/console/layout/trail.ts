import type { MenuGroup } from '../../answers/account.ts'
import { homePath } from '../access/origin.ts'
import { findMenuPlace } from '../menu/menu.ts'
import { useMenu } from '../menu/menuAtom.ts'

/** Pages of the console that stand outside the menu of some users. */
const ownPages: Readonly<Record<string, readonly string[]>> = {
  '/_authority/change_password': ['權限管理', '變更密碼'],
  '/_authority/forget_password': ['權限管理', '忘記密碼'],
}

const home = '公告欄'

/** Titles from the notice board to a page, from the route table and the menu. */
function trailOf(groups: readonly MenuGroup[], pathname: string): readonly string[] {
  if (pathname === homePath) return [home]
  const place = findMenuPlace(groups, pathname)
  if (place) return [home, place.group.displayName, place.item.displayName]
  return [home, ...((Object.hasOwn(ownPages, pathname) && ownPages[pathname]) || [])]
}

export function useTrail(pathname: string): readonly string[] {
  return trailOf(useMenu().groups, pathname)
}
