import { useState } from 'react'
import { lateDialog } from '../../../../client/load/late.tsx'
import type { Alternative } from '../../../../language/query/listQueryFilters.ts'
import type { ResolvedList } from '../../../../language/resolved.ts'

/** Loaded when it is opened, because most queries need none. */
const AlternativesDialog = lateDialog(async () => (await import('./AlternativesDialog.tsx')).AlternativesDialog)

interface AlternativesButtonProps {
  readonly list: ResolvedList
  readonly alternatives: readonly Alternative[]
  readonly onChange: (alternatives: readonly Alternative[]) => void
}

export function AlternativesButton({ list, alternatives, onChange }: AlternativesButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-sm btn-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {alternatives.length === 0 ? '進階條件' : `進階條件（${alternatives.length} 組）`}
      </button>
      {isOpen && (
        <AlternativesDialog
          list={list}
          alternatives={alternatives}
          onCancel={() => setOpen(false)}
          onConfirm={(groups) => {
            setOpen(false)
            onChange(groups)
          }}
        />
      )}
    </>
  )
}
