import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'
import type { ResolvedScreen } from '../../../resolved.ts'

/** Checks that a form with steps has several, each with fields: what is filled in one after the other is always there. */
export function formSteps({ screen }: ScreenContext, { forms }: ResolvedScreen): readonly Finding[] {
  return Object.entries(screen.forms ?? {}).flatMap(([name, { steps }]) => {
    const why = steps === undefined ? null : whyNoSteps(forms[name])
    return why === null ? [] : [{ place: ['forms', name, 'steps'], at: 'key', code: 'form-steps', message: why } as const]
  })
}

function whyNoSteps(form: ResolvedScreen['forms'][string] | undefined): string | null {
  if (form === undefined || form.mode === 'view') return '檢視的表單沒有步驟，steps 只用於新增與修改'
  if (form.layout.kind !== 'tabs' || form.layout.tabs.length < 2) return '步驟就是頁籤，請把表單寫成兩個以上的 tabs'
  const strange = form.layout.tabs.find(({ content, visible }) => content.kind !== 'groups' || visible !== undefined)
  if (strange === undefined) return null
  return `步驟「${strange.title}」須是一直都有的欄位（fields 或 groups，沒有 visible）；個別欄位可用 when 隱藏`
}
