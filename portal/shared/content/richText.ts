/** A part of a text under one heading. */
export interface TextSection {
  readonly title: string
  readonly nodes: readonly Node[]
}

/** Parses HTML to nodes outside any page, so that nothing in it runs or loads. */
export function parseRichText(html: string): readonly Node[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes]
}

/** Splits a text into the part before the first heading and the parts under each. */
export function splitSections(nodes: readonly Node[]): { readonly intro: readonly Node[]; readonly sections: readonly TextSection[] } {
  const starts = nodes.flatMap((node, index) => (/^H[1-4]$/.test(node.nodeName) ? [index] : []))
  const sections = starts.map((start, index) => ({
    title: nodes[start]?.textContent ?? '',
    nodes: nodes.slice(start + 1, starts[index + 1]),
  }))
  return { intro: nodes.slice(0, starts[0] ?? nodes.length), sections }
}
