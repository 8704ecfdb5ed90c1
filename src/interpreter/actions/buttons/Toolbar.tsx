import { memo } from 'react'
import { MenuButton, MenuItem } from '../../../client/parts/MenuButton.tsx'
import type { ResolvedAction } from '../../../language/resolved.ts'
import type { ActionTarget } from '../actionTarget.ts'

interface ToolbarProps {
  readonly actions: readonly ResolvedAction[]
  readonly onRun: (action: ResolvedAction, target: ActionTarget) => void
}

/** Actions that concern the screen as a whole. */
export const Toolbar = memo(function Toolbar({ actions, onRun }: ToolbarProps) {
  return (
    <>
      {actions.map((action) =>
        action.kind === 'builtIn' && action.action === 'export' ? (
          <ExportButton key={action.name} action={action} onRun={onRun} />
        ) : (
          <button
            key={action.name}
            type="button"
            className={buttonClass(action)}
            aria-keyshortcuts={action.kind === 'builtIn' && action.action === 'create' ? 'N' : undefined}
            onClick={() => onRun(action, { kind: 'screen' })}
          >
            {action.label}
          </button>
        ),
      )}
    </>
  )
})

/** The button exports .xlsx; a dropdown beside it offers the other format. */
function ExportButton({ action, onRun }: { readonly action: ResolvedAction; readonly onRun: ToolbarProps['onRun'] }) {
  const whole = (
    <button type="button" className={buttonClass(action)} onClick={() => onRun(action, { kind: 'screen' })}>
      {action.label}
    </button>
  )
  return (
    <MenuButton look={buttonClass(action)} label={`${action.label}格式`} beside={whole}>
      <MenuItem onClick={() => onRun(action, { kind: 'screen' })}>Excel（.xlsx）</MenuItem>
      <MenuItem onClick={() => onRun(action, { kind: 'screen', format: 'csv' })}>CSV</MenuItem>
    </MenuButton>
  )
}

function buttonClass(action: ResolvedAction): string {
  return `btn btn-sm ${action.tone === 'primary' ? 'btn-primary' : `btn-outline-${action.tone}`}`
}
