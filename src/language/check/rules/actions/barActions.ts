import { changeDecisions } from '../../../../rules/waitingChange.ts'
import type { ScreenContext } from '../../../catalog/known.ts'
import type { BuiltInAction } from '../../../documents/vocabulary.ts'
import { builtInActions } from '../../../documents/vocabulary.ts'
import { decidesChanges } from '../../../entity/changeDecisions.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withWordSuggestion } from '../../../findings/suggest.ts'
import { findActionSource, isBuiltIn } from '../../../resolve/actions.ts'
import { checkRepeated } from '../../fieldRule.ts'

export type Bar = 'toolbar' | 'rowActions' | 'bulkActions' | 'form'

/** Bars in which a built-in action makes sense: some need a record, others create one. */
export const barsOf: { readonly [Name in BuiltInAction]: readonly Bar[] } = {
  create: ['toolbar'],
  import: ['toolbar'],
  // Exports and prints the whole list, not a selection.
  export: ['toolbar'],
  print: ['toolbar', 'form'],
  // Not in forms: a form is open already, and a deleted record could not be shown any more.
  edit: ['rowActions'],
  view: ['rowActions'],
  copy: ['rowActions'],
  history: ['rowActions', 'form'],
  delete: ['rowActions', 'bulkActions'],
}

/** Checks that the names in toolbars, rows, selections and form footers exist and work there. */
export function barActions(context: ScreenContext): readonly Finding[] {
  const { list, forms } = context.screen
  const bars = [
    [list.toolbar, 'toolbar', ['list', 'toolbar']],
    [list.rowActions, 'rowActions', ['list', 'rowActions']],
    [list.bulkActions, 'bulkActions', ['list', 'bulkActions']],
    ...Object.entries(forms ?? {}).map(([name, form]) => [form.actions, 'form', ['forms', name, 'actions']] as const),
  ] as const
  return bars.flatMap(([names, bar, place]) => [
    ...(names ?? []).flatMap((name, index) => checkName(name, bar, [...place, index], context)),
    ...checkRepeated(names ?? [], (index) => [...place, index], '按鈕'),
  ])
}

function checkName(name: string, bar: Bar, place: Place, { screen, entity }: ScreenContext): readonly Finding[] {
  const source = findActionSource(name, screen, entity)
  if (source === null) {
    const known = [
      ...builtInActions,
      ...(decidesChanges(entity) ? changeDecisions : []),
      ...Object.keys(screen.actions ?? {}),
      ...Object.keys(entity.transitions ?? {}),
      ...Object.keys(screen.forms ?? {}),
    ]
    // Who means the change and not the record leaves out half of the word.
    const decision = known.find((one) => one === `${name}Change`)
    const suggestion = decision === undefined ? withWordSuggestion(name, known) : { suggestion: decision }
    return [{ place, code: 'unknown-action', message: `沒有名為「${name}」的動作、狀態轉換或表單`, ...suggestion }]
  }
  if (source === 'builtIn' && isBuiltIn(name) && !barsOf[name].includes(bar)) {
    return [
      {
        place,
        code: 'action-not-here',
        message: `「${name}」不能放在此處；可放在 ${barsOf[name].map((one) => (one === 'form' ? '表單的 actions' : one)).join('、')}`,
      },
    ]
  }
  if (source === 'decision' && (bar === 'toolbar' || bar === 'bulkActions')) {
    return [{ place, code: 'action-not-here', message: `「${name}」要看過一筆資料的變更，請放在 rowActions 或表單的 actions` }]
  }
  if (source === 'transition' && bar === 'toolbar') {
    return [{ place, code: 'action-not-here', message: `「${name}」需要一筆資料，請放在 rowActions、bulkActions 或表單的 actions` }]
  }
  if (source === 'transition' && bar === 'bulkActions' && entity.transitions?.[name]?.bulk !== true) {
    return [{ place, code: 'action-not-here', message: `狀態轉換「${name}」沒有 "bulk": true，不能對多筆執行` }]
  }
  return []
}
