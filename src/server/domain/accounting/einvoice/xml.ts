import { isXmlText } from '../../../../rules/text.ts'

/** An XML element that contains a text or other elements. */
export interface XmlElement {
  readonly name: string
  readonly content: string | readonly XmlElement[]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** A carriage return is escaped, because XML readers turn a plain one into a line feed. */
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (sign) => escapes[sign] ?? sign)

/**
 * Writes an XML 1.0 document in UTF-8, one element per line. We do not use a library here: these messages contain only elements and texts,
 * and a library that takes objects decides by itself about order and empty members.
 *
 * @throws RangeError for a character that XML 1.0 does not allow
 */
export function writeXml({ name, content }: XmlElement, namespace: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">\n${writeContent(name, content, '  ')}</${name}>\n`
}

function writeContent(name: string, content: XmlElement['content'], indent: string): string {
  if (typeof content !== 'string') return content.map((element) => writeElement(element, indent)).join('')
  if (!isXmlText(content)) throw new RangeError(`${name} has a character that XML does not have`)
  return escapeText(content)
}

function writeElement({ name, content }: XmlElement, indent: string): string {
  const isText = typeof content === 'string'
  const inner = writeContent(name, content, `${indent}  `)
  return isText ? `${indent}<${name}>${inner}</${name}>\n` : `${indent}<${name}>\n${inner}${indent}</${name}>\n`
}
