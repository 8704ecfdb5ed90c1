import type { Names, ScreenContext } from '../../../catalog/known.ts'
import type { Action, Made, Screen } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { checkScreens } from './recordLinks.ts'

/** Checks that the result of an action is shown by a screen that exists and can be addressed, with an existing form. */
export function madeRecords({ screen, names }: ScreenContext): readonly Finding[] {
  return Object.entries(screen.actions ?? {}).flatMap(([name, action]) => checkMade(action, ['actions', name], names))
}

function checkMade({ made, after, request }: Action, place: Place, names: Names): readonly Finding[] {
  const here = [...place, 'made']
  if (made === undefined) {
    if (after !== 'made') return []
    const message = '"after": "made" 前往所產生的資料，須以 made 說明在哪個畫面'
    return [{ place: [...place, 'after'], code: 'missing-key', message }]
  }
  // An action that opens a screen makes no record; another rule reports that.
  if (request === undefined) return []
  return [...checkScreens(made, here, names), ...checkForm(made, after, here, names)]
}

function checkForm({ form, screen }: Made, after: Action['after'], place: Place, names: Names): readonly Finding[] {
  if (form === undefined) return []
  if (after !== 'made') {
    const message = '「form」只在 "after": "made" 時使用；訊息中的連結開啟檢視'
    return [{ place: [...place, 'form'], at: 'key', code: 'no-effect', message }]
  }
  const uris = typeof screen === 'string' ? [screen] : screen
  return [...new Set(uris)]
    .flatMap((uri) => names.screenDocuments.get(uri) ?? [])
    .filter((target) => !formsOf(target).includes(form))
    .map((target) => ({
      place: [...place, 'form'],
      severity: 'warning' as const,
      code: 'unknown-form',
      ...unknownName(`畫面 ${target.uri} 沒有表單「${form}」`, form, formsOf(target)),
    }))
}

/** Forms declared by the screen, and those that buttons open by their own name. */
function formsOf({ forms = {}, list }: Screen): readonly string[] {
  const buttons = (list.rowActions ?? []).filter((name) => name === 'view' || name === 'edit')
  return [...new Set([...Object.keys(forms), ...buttons])]
}
