import type { ResolvedLayouts } from '../../../language/resolved.ts'
import type { LayoutName } from '../query/layoutAddress.ts'

interface LayoutSwitchProps {
  readonly layouts: ResolvedLayouts
  readonly shown: LayoutName | null
  readonly onShow: (layout: LayoutName | null) => void
}

const titles: { readonly [Name in LayoutName]: string } = { board: '看板', calendar: '行事曆', timeline: '時間軸' }

/** Chooses how the rows are shown. */
export function LayoutSwitch({ layouts, shown, onShow }: LayoutSwitchProps) {
  const names = Object.keys(layouts) as LayoutName[]
  return (
    <fieldset className="btn-group btn-group-sm" aria-label="呈現方式">
      {[null, ...names].map((name) => (
        <button
          key={name ?? 'table'}
          type="button"
          className={name === shown ? 'btn btn-outline-secondary active' : 'btn btn-outline-secondary'}
          aria-pressed={name === shown}
          onClick={() => onShow(name)}
        >
          {name === null ? '清單' : titles[name]}
        </button>
      ))}
    </fieldset>
  )
}
