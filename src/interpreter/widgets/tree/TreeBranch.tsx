import { checkState, isForcedView, type TreeNode } from './permissionTree.ts'

interface TreeBranchProps {
  readonly id: string
  readonly node: TreeNode
  readonly chosen: ReadonlySet<string>
  readonly disabled: boolean
  readonly onToggle: (node: TreeNode) => void
}

/** A node with its check box (half-checked when only a part of it is chosen), and everything below it. */
export function TreeBranch({ id, node, chosen, disabled, onToggle }: TreeBranchProps) {
  const state = checkState(node, chosen)
  const inputId = `${id}_${node.key}`
  return (
    <li>
      <div className="form-check">
        <input
          type="checkbox"
          className="form-check-input"
          id={inputId}
          ref={(input) => {
            if (input) input.indeterminate = state === 'some'
          }}
          checked={state === 'all'}
          disabled={disabled || isForcedView(node.key, chosen)}
          onChange={() => onToggle(node)}
        />
        <label className="form-check-label" htmlFor={inputId}>
          {node.label}
        </label>
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <TreeBranch key={child.key} id={id} node={child} chosen={chosen} disabled={disabled} onToggle={onToggle} />
          ))}
        </ul>
      )}
    </li>
  )
}
