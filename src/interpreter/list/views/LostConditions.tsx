import type { Views } from './useViews.ts'

/** Tells what the open view asks for in vain, since whoever opened it trusts its name: the rows may be more than it says. */
export function LostConditions({ views: { lost, current, currentShared } }: { readonly views: Views }) {
  const view = current ?? currentShared
  if (view === null || lost.length === 0) return null
  return (
    <p className="alert alert-warning py-1 mb-2" role="alert">
      檢視「{view.name}」有條件已不適用而未套用，列出的資料可能比原本多：{lost.join('；')}。
      {currentShared === null ? '請確認後更新或刪除此檢視。' : `請洽${currentShared.owner}更新此檢視。`}
    </p>
  )
}
