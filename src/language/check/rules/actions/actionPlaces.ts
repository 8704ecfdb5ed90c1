import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { predicatePaths } from '../../../predicate/predicatePaths.ts'
import { findActionSource } from '../../../resolve/actions.ts'
import { readFormSource } from '../../../resolve/formSource.ts'
import { followsExtends } from '../forms/formShape.ts'

type Bar = 'toolbar' | 'rowActions' | 'bulkActions' | 'form'

interface Use {
  readonly name: string
  readonly bar: Bar
  readonly place: Place
}

/**
 * Checks that a button has what it needs at its place: a record for its path and condition, a form to open, an entity that can be written.
 */
export function actionPlaces(context: ScreenContext): readonly Finding[] {
  return usesOf(context.screen).flatMap((use) => {
    const problem = context.entity.readonly === true ? readonlyProblem(use, context) : null
    const text = problem ?? placeProblem(use, context)
    return text === null ? [] : [{ place: use.place, code: 'action-not-here', message: text }]
  })
}

function usesOf({ list, forms }: ScreenContext['screen']): readonly Use[] {
  const uses = (names: readonly string[] | undefined, bar: Bar, place: Place) =>
    (names ?? []).map((name, index) => ({ name, bar, place: [...place, index] }))
  return [
    ...(['toolbar', 'rowActions', 'bulkActions'] as const).flatMap((bar) => uses(list[bar], bar, ['list', bar])),
    ...Object.entries(forms ?? {}).flatMap(([name, form]) => uses(form.actions, 'form', ['forms', name, 'actions'])),
  ]
}

/** Built-in actions that write a record. */
const writing: readonly string[] = ['create', 'edit', 'copy', 'delete', 'import']

function readonlyProblem({ name }: Use, { screen, entity }: ScreenContext): string | null {
  const source = findActionSource(name, screen, entity)
  const writes = source === 'transition' || source === 'decision' || (source === 'builtIn' && writing.includes(name))
  return writes ? `實體 ${entity.name} 只供查詢（readonly），不能放「${name}」` : null
}

function placeProblem(use: Use, context: ScreenContext): string | null {
  switch (findActionSource(use.name, context.screen, context.entity)) {
    case 'action':
      return ownActionProblem(use, context)
    case 'form':
      return formProblem(use, context)
    default:
      return null
  }
}

function ownActionProblem({ name, bar }: Use, { screen }: ScreenContext): string | null {
  const action = screen.actions?.[name]
  if (action === undefined || bar === 'rowActions' || bar === 'form') return null
  const field = /\{(\w+)\}/.exec(action.request ?? '')?.[1]
  if (field !== undefined) return `「${name}」的路徑要由一筆資料填入 {${field}}，請放在 rowActions 或表單的 actions`
  if (bar === 'bulkActions') {
    if (action.open !== undefined) return `「${name}」會開啟另一個畫面，不能對多筆執行；請放在 toolbar 或 rowActions`
    if (action.takesFile) return `「${name}」要選檔案，不能對多筆執行；請放在 toolbar 或 rowActions`
    return action.after === 'download' ? `「${name}」會下載檔案，不能對多筆執行；請放在 toolbar 或 rowActions` : null
  }
  const looksAtRow = [action.guard, action.visible].some((predicate) => predicate && predicatePaths(predicate).some(isOfRow))
  return looksAtRow ? `「${name}」的條件要看一筆資料（row），放在 toolbar 沒有資料可看，按鈕永遠不會出現` : null
}

function isOfRow(path: { readonly root: string }): boolean {
  return path.root === 'row'
}

function formProblem({ name, bar }: Use, { screen, entity }: ScreenContext): string | null {
  if (bar === 'form') return `表單中不能再開啟表單「${name}」；請放在 rowActions`
  if (bar === 'bulkActions') return `表單「${name}」一次只處理一筆資料，請放在 rowActions`
  if (bar === 'rowActions' || !followsExtends(name, screen)) return null
  const { mode } = readFormSource(name, screen, entity)
  return mode === 'create' ? null : `表單「${name}」是 ${mode}，需要一筆資料，請放在 rowActions；toolbar 只能放 create 的表單`
}
