/** A piece of a text under one heading. */
export interface TextSection {
  readonly title: string
  readonly nodes: readonly Node[]
}

/** A text as nodes that belong to no page: nothing in it runs or loads. */
export function parseRichText(html: string): readonly Node[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes]
}

/** What stands before the first heading, and what stands under each. */
export function splitSections(nodes: readonly Node[]): { readonly intro: readonly Node[]; readonly sections: readonly TextSection[] } {
  const starts = nodes.flatMap((node, index) => (/^H[1-4]$/.test(node.nodeName) ? [index] : []))
  const sections = starts.map((start, index) => ({
    title: nodes[start]?.textContent ?? '',
    nodes: nodes.slice(start + 1, starts[index + 1]),
  }))
  return { intro: nodes.slice(0, starts[0] ?? nodes.length), sections }
}
