import type { ResolvedAction } from '../../language/resolved.ts'

interface ToolbarProps {
  readonly actions: readonly ResolvedAction[]
  readonly onRun: (action: ResolvedAction) => void
}

/** Actions on the screen as a whole. */
export function Toolbar({ actions, onRun }: ToolbarProps) {
  return (
    <>
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          className={`btn btn-sm ${action.tone === 'primary' ? 'btn-primary' : `btn-outline-${action.tone}`}`}
          onClick={() => onRun(action)}
        >
          {action.label}
        </button>
      ))}
    </>
  )
}
