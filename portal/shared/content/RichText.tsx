import { createElement, type ReactNode } from 'react'

/** Elements that are drawn; of all others only the text. */
const drawnTags: ReadonlySet<string> = new Set([
  ...['P', 'BR', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'UL', 'OL', 'LI', 'H3', 'H4', 'BLOCKQUOTE', 'CODE', 'PRE', 'HR'],
])

/** Draws nodes of rich text as React elements: allowed tags only, no attribute except safe links, never as markup. */
export function RichText({ nodes }: { nodes: readonly Node[] }) {
  return <div className="rich-text">{nodes.map(drawNode)}</div>
}

function drawNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const children = [...node.childNodes].map(drawNode)
  const href = node.tagName === 'A' ? node.getAttribute('href') : null
  if (href !== null && /^(https:\/\/|mailto:)/i.test(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  }
  if (['SCRIPT', 'STYLE', 'TEMPLATE'].includes(node.tagName)) return null
  if (!drawnTags.has(node.tagName)) return <span key={key}>{children}</span>
  return createElement(node.tagName.toLowerCase(), { key }, ...(children.length > 0 ? [children] : []))
}
