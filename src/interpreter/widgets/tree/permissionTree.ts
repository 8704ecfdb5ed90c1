import type { PermissionNode } from '../../../answers/account.ts'

export interface TreeNode {
  readonly key: string
  readonly label: string
  readonly children: readonly TreeNode[]
}

export type CheckState = 'none' | 'some' | 'all'

/** The lines as a tree; a line with an unknown parent is at the top. */
export function buildTree(lines: readonly PermissionNode[]): readonly TreeNode[] {
  const keys = new Set(lines.map((line) => line.key))
  const parentOf = (line: PermissionNode) => (line.parentKey !== null && keys.has(line.parentKey) ? line.parentKey : null)
  const below = new Map<string | null, PermissionNode[]>()
  for (const line of lines) below.set(parentOf(line), [...(below.get(parentOf(line)) ?? []), line])
  const nodesBelow = (parent: string | null): readonly TreeNode[] =>
    (below.get(parent) ?? []).map((line) => ({ key: line.key, label: line.value, children: nodesBelow(line.key) }))
  return nodesBelow(null)
}

/** Keys of a node that can be chosen, including those below it. */
export function leavesOf(node: TreeNode): readonly string[] {
  return node.children.length === 0 ? [node.key] : node.children.flatMap(leavesOf)
}

/** How much of a node is chosen. */
export function checkState(node: TreeNode, chosen: ReadonlySet<string>): CheckState {
  const leaves = leavesOf(node)
  const count = leaves.filter((key) => chosen.has(key)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** The part of the tree whose labels or keys contain a text; a matching group keeps everything below it. */
export function searchTree(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((node) => {
    if (`${node.label} ${node.key}`.toLowerCase().includes(wanted)) return [node]
    const children = searchTree(node.children, wanted)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/**
 * Chooses or removes everything below a node. A resource's `view` is added with its first other action, and cannot be removed before the
 * last one (domain 4.3).
 *
 * @returns chosen keys in the order of the tree; unknown keys are kept at the end
 */
export function toggleNode(tree: readonly TreeNode[], chosen: readonly string[], node: TreeNode): readonly string[] {
  const now = new Set(chosen)
  const leaves = leavesOf(node)
  const isDropping = leaves.every((key) => now.has(key))
  for (const key of leaves) {
    if (isDropping) now.delete(key)
    else now.add(key)
  }
  return withViews(tree, now)
}

/** True when another chosen action of the resource requires its `view`. */
export function isForcedView(key: string, chosen: ReadonlySet<string>): boolean {
  const resource = resourceOf(key)
  if (resource === null || !key.endsWith('.view')) return false
  return [...chosen].some((other) => other !== key && resourceOf(other) === resource)
}

function withViews(tree: readonly TreeNode[], chosen: ReadonlySet<string>): readonly string[] {
  const known = tree.flatMap(leavesOf)
  const wanted = known.filter((key) => chosen.has(key) || isForcedView(key, chosen))
  const knownKeys = new Set(known)
  return [...wanted, ...[...chosen].filter((key) => !knownKeys.has(key))]
}

/** Resource of a permission: `company.companies` of `company.companies.edit`; null for a key of another form. */
function resourceOf(key: string): string | null {
  const parts = key.split('.')
  return parts.length === 3 ? `${parts[0]}.${parts[1]}` : null
}
