import type { Names } from '../../../catalog/known.ts'
import type { Menu } from '../../../documents/dictionary.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { checkRepeated } from '../../fieldRule.ts'
import { checkPermission } from '../../permissionRule.ts'

/** Checks that groups and items occur once, and that pages exist. An item without a screen is left out of the menu, with a warning. */
export function menuItems(menu: Menu, names: Names): readonly Finding[] {
  const groups = checkRepeated(
    menu.groups.map((group) => group.uri),
    (index) => ['groups', index, 'uri'],
    '群組',
  )
  const items = menu.groups.flatMap((group, groupIndex) => {
    const paths = group.items.map((item) => `${group.uri}/${nameOf(item)}`)
    const place = (index: number) => ['groups', groupIndex, 'items', index]
    const missing = group.items.flatMap((item, index): readonly Finding[] => {
      const uri = paths[index] ?? ''
      if (isPage(item)) return checkPage(item, uri, place(index), names)
      if (names.screens.has(uri)) return []
      return [
        {
          place: place(index),
          severity: 'warning',
          code: 'unknown-screen',
          message: `沒有畫面「${uri}」，選單不會顯示`,
          ...withSuggestion(uri, names.screens),
        },
      ]
    })
    return [...checkRepeated(paths, place, '項目'), ...missing]
  })
  return [...groups, ...items]
}

type Item = Menu['groups'][number]['items'][number]

type Page = Extract<Item, { page: string }>

function checkPage(item: Page, uri: string, place: Place, names: Names): readonly Finding[] {
  const here = [...place, 'page']
  const missing: readonly Finding[] = names.pages.has(uri)
    ? []
    : [{ place: here, code: 'unknown-page', ...unknownName(`沒有頁面「${uri}」`, uri, names.pages) }]
  const { permission } = item
  return permission === undefined ? missing : [...missing, ...checkPermission(permission, [...place, 'permission'], names)]
}

function isPage(item: Item): item is Page {
  return typeof item !== 'string' && 'page' in item
}

function nameOf(item: Item): string {
  if (typeof item === 'string') return item
  return 'page' in item ? item.page : item.screen
}
