import { isXmlText } from '../../../../rules/text.ts'

/** An element with a text, or with other elements in it. */
export interface XmlElement {
  readonly name: string
  readonly content: string | readonly XmlElement[]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** A carriage return would be read as a line feed if it stood as itself. */
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (sign) => escapes[sign] ?? sign)

/**
 * An XML 1.0 document in UTF-8, one element a line. Our own: these messages are elements and texts only, and a library takes objects, whose
 * order and empty members it decides by itself.
 *
 * @throws RangeError for a character that XML 1.0 does not have
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
