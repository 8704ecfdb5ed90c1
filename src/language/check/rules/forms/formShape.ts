import type { ScreenContext } from '../../../catalog/known.ts'
import type { Tab } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { defaultForms, ownForm } from '../../../resolve/formSource.ts'

/** Checks that a form has one layout, each tab one content, that `extends` names a form without a cycle, and that child lists exist. */
export function formShape({ screen }: ScreenContext): readonly Finding[] {
  return Object.entries(screen.forms ?? {}).flatMap(([name, form]) => {
    const place = ['forms', name]
    const layouts = (['fields', 'groups', 'tabs'] as const).filter((key) => form[key] !== undefined)
    const several: readonly Finding[] =
      layouts.length > 1
        ? [
            {
              place: [...place, layouts[1] ?? ''],
              at: 'key',
              code: 'two-layouts',
              message: `表單只能有 fields、groups、tabs 其中之一，此處有 ${layouts.join('、')}`,
            },
          ]
        : []
    return [
      ...several,
      ...checkExtends(name, screen),
      ...(form.tabs ?? []).flatMap((tab, index) => checkTab(tab, [...place, 'tabs', index], screen)),
    ]
  })
}

function checkExtends(name: string, screen: ScreenContext['screen']): readonly Finding[] {
  const base = ownForm(screen, name)?.extends
  if (base === undefined) return []
  const place = ['forms', name, 'extends']
  const known = [...Object.keys(screen.forms ?? {}), ...defaultForms]
  if (!known.includes(base)) return [{ place, code: 'unknown-form', message: `沒有名為「${base}」的表單`, ...withSuggestion(base, known) }]
  const seen = [name]
  for (let next: string | undefined = base; next !== undefined; next = ownForm(screen, next)?.extends) {
    if (seen.includes(next)) return [{ place, code: 'extends-cycle', message: `extends 形成循環：${[...seen, next].join(' → ')}` }]
    seen.push(next)
  }
  return []
}

/** True when the `extends` chain of a form ends at an existing form, so that the form can be read. */
export function followsExtends(name: string, screen: ScreenContext['screen']): boolean {
  const seen = new Set<string>()
  for (let next: string | undefined = name; next !== undefined; next = ownForm(screen, next)?.extends) {
    if (seen.has(next) || (ownForm(screen, next) === undefined && !(defaultForms as readonly string[]).includes(next))) return false
    seen.add(next)
  }
  return true
}

function checkTab(tab: Tab, place: Place, screen: ScreenContext['screen']): readonly Finding[] {
  const contents = [tab.fields !== undefined || tab.groups !== undefined, tab.child !== undefined, tab.history !== undefined].filter(
    Boolean,
  )
  if (contents.length !== 1) {
    return [{ place, code: 'tab-content', message: '頁籤須有一種內容：fields 或 groups、child、history' }]
  }
  const children = Object.keys(screen.children ?? {})
  if (tab.child === undefined || children.includes(tab.child)) return []
  return [
    {
      place: [...place, 'child'],
      code: 'unknown-child',
      message: `沒有名為「${tab.child}」的明細清單（children）`,
      ...withSuggestion(tab.child, children),
    },
  ]
}
