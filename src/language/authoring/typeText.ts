/** Longest line that the formatter does not break. */
export const lineWidth = 140

/** `retailStore` becomes `RetailStore`. */
export function typeName(name: string): string {
  const words = name.split('_').filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** `CouponSource` becomes `couponSource`. */
export function constantName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** A named object type. It is a type alias and not an interface, so that it can be passed where any record is accepted. */
export function writeType(name: string, title: string, members: readonly (readonly [string, string])[]): string {
  const lines = members.map(([member, type]) => `  readonly ${member}: ${type}`)
  return `/** ${title} */\nexport type ${name} = {\n${lines.join('\n')}\n}\n`
}

/** An import of those types that a text uses, formatted; empty when it uses none. */
export function importUsed(text: string, types: Iterable<string>, from: string): string {
  const words = new Set(text.match(/\b[A-Z]\w*/g))
  const used = [...types].filter((type) => words.has(type)).sort()
  if (used.length === 0) return ''
  const inLine = `import type { ${used.join(', ')} } from '${from}'`
  return `${inLine.length <= lineWidth ? inLine : `import type {\n  ${used.join(',\n  ')},\n} from '${from}'`}\n`
}
