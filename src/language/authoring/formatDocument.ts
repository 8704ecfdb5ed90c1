/** Width at which the formatter breaks lines. */
const lineWidth = 140

/** Formats a document like the formatter: what fits on a line is on one line, except for the outermost object. */
export function formatDocument(document: object): string {
  return `${formatMembers(document, '')}\n`
}

function formatMembers(value: object, indent: string): string {
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const lines = members.map(([key, member], index) => {
    const start = isList ? '' : `${JSON.stringify(key)}: `
    const comma = index === members.length - 1 ? '' : ','
    return inner + start + formatValue(member, inner, widthOf(start) + comma.length) + comma
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${lines.join('\n')}\n${indent}${close}`
}

/** @param used columns of the line already used by the key and a comma */
function formatValue(value: unknown, indent: string, used: number): string {
  const line = inline(value)
  const fits = indent.length + used + widthOf(line) <= lineWidth
  return fits || typeof value !== 'object' || value === null ? line : formatMembers(value, indent)
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`).join(', ')} }`
}

/** Width of a line: Chinese characters and full-width signs take two columns. */
function widthOf(line: string): number {
  return line.replace(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g, '  ').length
}
