import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  parseFragment,
  type TreeAdapter,
} from 'parse5'
import { withoutUnseen } from '../../../rules/cleanText.ts'
import { richTextAddress, richTextTags } from '../../../rules/richText.ts'

/** Version of the rules. Raise it with every change of what is allowed, so that stored texts are cleaned again. */
export const htmlRules = 2

/** Longest rich text in UTF-16 code units, including markup. Documents may set a lower limit. */
export const htmlLengthMax = 100_000
/** Deepest nesting of elements. It also limits the lists that the parser searches for every tag. */
export const htmlDepthMax = 100
/** Most nodes that the parser may make or move, because some short texts make it build huge trees. */
const htmlStepsMax = 50_000

/** Rich text beyond a limit; `message` tells its author what to do. */
export class HtmlLimitError extends Error {}

const allowedTags: ReadonlySet<string> = new Set(richTextTags)
const voidTags: ReadonlySet<string> = new Set(['br', 'hr'])

/**
 * Elements removed with their content, because it is not text of the author: programs, styles, and content that browsers parse by special
 * rules.
 */
const droppedTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext', 'textarea', 'title'],
  ...['object', 'embed', 'applet', 'audio', 'video', 'canvas', 'select', 'datalist', 'frameset', 'head'],
])

/** Markup that still changes after this many rounds is shown as plain text. Two rounds are enough for everything known. */
const roundsMax = 4

/**
 * Cleans rich text for storing and showing; '' when no text remains. It parses like browsers (HTML Standard), writes only allowed elements
 * and signs that people see, and repeats this until nothing changes. So a browser sees exactly what was checked here. Pure; takes about 20 ms for the longest text.
 *
 * @throws HtmlLimitError for a text that is too long or nested too deep
 */
export function cleanHtml(text: string): string {
  if (text.length > htmlLengthMax) throw tooLong()
  let source = text
  for (let round = 0; round < roundsMax; round += 1) {
    const { html, isReadable } = write(source)
    if (!isReadable) return ''
    if (html === source) return fitting(html)
    source = html
  }
  return fitting(escapeText(source))
}

/**
 * Cleaned markup can be longer than its source, so its length is checked too. Otherwise the next save of the same text would be refused.
 */
function fitting(html: string): string {
  if (html.length > htmlLengthMax) throw tooLong()
  return html
}

function tooLong(): HtmlLimitError {
  return new HtmlLimitError(`不可超過 ${htmlLengthMax} 字（含格式標記），請縮短內容`)
}

/** Cleans stored text. It cannot be refused any more, so a text beyond the limits is shown as plain text. */
export function cleanStoredHtml(text: string): string {
  try {
    return cleanHtml(text)
  } catch (error) {
    if (!(error instanceof HtmlLimitError)) throw error
    return escapeTags(text)
  }
}

function write(source: string): { readonly html: string; readonly isReadable: boolean } {
  const parts: string[] = []
  let isReadable = false
  const writeNode = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (defaultTreeAdapter.isTextNode(node)) {
      const seen = withoutUnseen(node.value)
      parts.push(escapeText(seen))
      isReadable ||= seen.trim() !== ''
    } else if (defaultTreeAdapter.isElementNode(node)) writeElement(node)
  }
  const writeElement = (element: DefaultTreeAdapterTypes.Element): void => {
    const { tagName, childNodes } = element
    // SVG and MathML are removed: elements in them have HTML names and follow other parsing rules.
    if (element.namespaceURI !== names.NS.HTML || droppedTags.has(tagName)) return
    const isWritten = allowedTags.has(tagName)
    if (isWritten) parts.push(`<${tagName}${tagName === 'a' ? attributesOfLink(element) : ''}>`)
    if (voidTags.has(tagName)) return
    // Parsers drop the first line break in a <pre>, so another one is added.
    const [first] = childNodes
    if (tagName === 'pre' && first && defaultTreeAdapter.isTextNode(first) && first.value.startsWith('\n')) parts.push('\n')
    childNodes.forEach(writeNode)
    if (isWritten) parts.push(`</${tagName}>`)
  }
  parseFragment(source, { treeAdapter: limitedAdapter(), scriptingEnabled: true }).childNodes.forEach(writeNode)
  return { html: parts.join(''), isReadable }
}

/** A link opens in a new tab and sends no referrer. A link with another kind of address becomes plain text. */
function attributesOfLink({ attrs }: DefaultTreeAdapterTypes.Element): string {
  const address = attrs.find(({ name }) => name === 'href')?.value.trim() ?? ''
  const href = richTextAddress.test(address) ? ` href="${escapeText(address)}"` : ''
  return `${href} target="_blank" rel="noopener noreferrer"`
}

/** A tree adapter with limits on depth and work. */
function limitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  const depths = new WeakMap<object, number>()
  let steps = 0
  const count = () => {
    steps += 1
    if (steps > htmlStepsMax) throw new HtmlLimitError('格式過於複雜，請清除格式後再試')
  }
  const place = (parent: DefaultTreeAdapterTypes.ParentNode, node: object) => {
    count()
    const depth = (depths.get(parent) ?? 0) + 1
    if (depth > htmlDepthMax) throw new HtmlLimitError(`格式不可超過 ${htmlDepthMax} 層，請清除格式後再試`)
    depths.set(node, depth)
  }
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      count()
      return defaultTreeAdapter.createElement(...args)
    },
    appendChild(parent, node) {
      place(parent, node)
      defaultTreeAdapter.appendChild(parent, node)
    },
    insertBefore(parent, node, reference) {
      place(parent, node)
      defaultTreeAdapter.insertBefore(parent, node, reference)
    },
  }
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
}

/** Turns all tags into text. A text without tags stays unchanged, so that repeating it does no harm. */
function escapeTags(text: string): string {
  return text.includes('<') ? escapeText(text) : text
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
