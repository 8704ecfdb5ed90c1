import { ownPath } from '../../client/parts/ownIcons.ts'
import symbols from './symbols.svg'

/** Path data of symbols by name, in a box of `0 -960 960 960`. */
export type Drawings = ReadonlyMap<string, string>

/**
 * Fetches the symbols that menus name and no code draws by itself, after everything that a page needs: they weigh half as much as the table
 * of a list. Never fails, because a menu without icons still leads everywhere.
 */
export async function loadDrawings(): Promise<Drawings> {
  try {
    const answer = await fetch(symbols, { priority: 'low' })
    return answer.ok ? drawingsOf(await answer.text()) : new Map()
  } catch {
    return new Map()
  }
}

/** The drawings in the text of the file, which has a line for each. */
export function drawingsOf(text: string): Drawings {
  return new Map([...text.matchAll(/<path id="(\w+)" d="([^"]+)"\/>/g)].map(([, name = '', path = '']) => [name, path]))
}

/** The drawing of an icon; undefined while `drawings` are not there, and for a name that nobody knows. */
export function drawingOf(name: string, drawings: Drawings | null): string | undefined {
  const symbol = aliases.get(name) ?? name
  return ownPath(symbol) ?? drawings?.get(symbol)
}

/** Older names of Material icons that authors still use, and the symbols that replaced them. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['assessment', 'insert_chart'],
  ['business', 'domain'],
  ['card_giftcard', 'redeem'],
  ['discount', 'sell'],
  ['done', 'check'],
  ['expand_less', 'keyboard_arrow_up'],
  ['expand_more', 'keyboard_arrow_down'],
  ['import_export', 'swap_vert'],
  ['insights', 'monitoring'],
  ['local_offer', 'sell'],
  ['phone', 'call'],
  ['push_pin', 'keep'],
  ['restore', 'settings_backup_restore'],
  ['settings_suggest', 'settings'],
  ['warning_amber', 'warning'],
])
