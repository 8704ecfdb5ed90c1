import { ownPath } from '../../client/parts/ownIcons.ts'
import symbols from './symbols.svg'

/**
 * The icon that a menu document names. What no code draws by itself stands in a file of pictures, which browsers fetch after everything
 * that a page needs: the drawings of all symbols are half as large again as all that the console's own code weighs. A name that neither
 * knows leaves its place empty, because a wrong icon must not break a menu.
 *
 * @param isHidden keeps the place only: browsers look after every drawing of that file whenever the page changes, also out of sight
 */
export function MenuIcon({ name, isHidden = false }: { name: string; isHidden?: boolean }) {
  const symbol = aliases.get(name) ?? name
  const path = ownPath(symbol)
  return (
    <svg className="icon" viewBox="0 -960 960 960" focusable="false" aria-hidden="true">
      {isHidden ? null : path === undefined ? <use href={`${symbols}#${symbol}`} /> : <path d={path} />}
    </svg>
  )
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
