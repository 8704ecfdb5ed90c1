import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'

/**
 * Warns about parts that nothing uses, so that nobody can ever see them. Only a warning, because the button for a part may follow later.
 */
export function unusedParts({ screen }: ScreenContext): readonly Finding[] {
  const { list, forms = {}, actions = {}, children = {} } = screen
  const bars = [list.toolbar, list.rowActions, list.bulkActions, ...Object.values(forms).map((form) => form.actions)]
  const buttons = new Set([...bars, ...Object.values(children).map((child) => child.actions)].flatMap((names) => names ?? []))
  const links = list.columns.flatMap((column) => (typeof column === 'object' && column.link ? [column.link as string] : []))
  const bases = Object.values(forms).flatMap((form) => form.extends ?? [])
  const opened = new Set([...buttons, ...links, ...bases, ...(buttons.has('copy') ? ['create'] : [])])
  const tabs = Object.values(forms).flatMap((form) => form.tabs ?? [])
  const shown = new Set([
    ...[...tabs, ...(list.tabs ?? [])].map((tab) => tab.child),
    list.head,
    ...(typeof list.expand === 'string' ? [list.expand] : []),
  ])
  return [
    ...unused('actions', actions, buttons, '沒有放在任何按鈕列（toolbar、rowActions、bulkActions、表單或明細的 actions）'),
    ...unused('forms', forms, opened, '沒有任何按鈕或連結會開啟'),
    ...unused('children', children, shown, '沒有用在 expand、head 或頁籤'),
  ]
}

function unused(part: string, record: object, used: ReadonlySet<string | undefined>, why: string): readonly Finding[] {
  return Object.keys(record).flatMap((name): readonly Finding[] =>
    used.has(name)
      ? []
      : [{ place: [part, name], at: 'key', severity: 'warning', code: 'unused', message: `「${name}」${why}，畫面上看不到` }],
  )
}
