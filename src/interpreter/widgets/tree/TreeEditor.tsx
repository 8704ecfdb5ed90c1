import { useEffect, useMemo, useRef, useState } from 'react'
import Form from 'react-bootstrap/Form'
import type { PermissionNode } from '../../../answers/account.ts'
import { useLoad } from '../../../client/load/useLoad.ts'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { listOrEmpty, textsOf, type WidgetProps } from '../widget.ts'
import { buildTree, leavesOf, searchTree, type TreeNode, toggleNode } from './permissionTree.ts'
import { TreeBranch } from './TreeBranch.tsx'

/** Default source: the permissions of the product. */
const permissionsCall = 'GET /api/account/permissions'

/**
 * The lines of the option `source` (default: the permissions of the product) as a tree of check boxes with a search box. Choosing an action
 * also chooses the resource's `view`.
 */
export function TreeEditor({ id, field, value, onChange, disabled, describedBy, strArg }: WidgetProps) {
  const path = pathOf(field.ui.options?.source ?? permissionsCall, strArg)
  const { state, data: tree } = useLoad(
    async (http, signal) => buildTree(await http.get<readonly PermissionNode[]>(path, { signal })),
    [path],
  )
  const [search, setSearch] = useState('')
  const chosen = textsOf(value)
  const chosenSet = useMemo(() => new Set(chosen), [chosen])
  useDropped(tree, chosen, onChange)
  if (state === 'error') return <p className="text-danger mb-0">功能權限載入失敗，請重新開啟此畫面。</p>
  if (!tree) return <Spinner />
  const shown = searchTree(tree, search)
  // Permissions of parts that are not installed are kept, but not shown and not counted.
  const leaves = tree.flatMap(leavesOf)
  const handleToggle = (node: TreeNode) => onChange(listOrEmpty(toggleNode(tree, chosen, node)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label stands outside, with those of all other fields
    <div id={id} role="group" aria-labelledby={`${id}_label`} aria-describedby={describedBy}>
      <div className="d-flex gap-2 align-items-center mb-2">
        <Form.Control
          type="search"
          size="sm"
          placeholder="搜尋功能"
          aria-label="搜尋功能"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter searches, and must not save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span className="text-nowrap text-body-secondary" aria-live="polite">
          已選 {leaves.filter((leaf) => chosenSet.has(leaf)).length} / {leaves.length}
        </span>
      </div>
      <div className="tree-box">
        <ul>
          {shown.map((node) => (
            <TreeBranch key={node.key} id={id} node={node} chosen={chosenSet} disabled={disabled} onToggle={handleToggle} />
          ))}
        </ul>
        {shown.length === 0 && <p className="text-body-secondary mb-0">查無資料</p>}
      </div>
    </div>
  )
}

/** The source may depend on another field of the form. */
function pathOf(source: string, strArg: string | undefined): string {
  const [path = '', parameter] = source.slice('GET '.length).split('?')
  const [name = ''] = parameter?.split('=') ?? []
  return parameter === undefined || strArg === undefined ? path : `${path}?${name}=${encodeURIComponent(strArg)}`
}

/** Removes chosen keys that are no longer offered, because users could neither see nor remove them. */
function useDropped(tree: readonly TreeNode[] | null, chosen: readonly string[], onChange: WidgetProps['onChange']): void {
  const before = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!tree) return
    const offered = new Set(tree.flatMap(leavesOf))
    const lost = chosen.filter((key) => before.current?.has(key) && !offered.has(key))
    before.current = offered
    if (lost.length > 0) onChange(listOrEmpty(chosen.filter((key) => !lost.includes(key))))
  }, [tree, chosen, onChange])
}
