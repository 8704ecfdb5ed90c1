/** Where a value of a document is written, and the values in it. */
export interface Written {
  readonly offset: number
  /** Where its key begins; unset for what is in no object. */
  readonly key?: number
  /** Of an object: of a repeated key, the first. */
  readonly members?: ReadonlyMap<string, Written>
  /** Of a list. */
  readonly parts?: readonly Written[]
}

/**
 * Reads where the values of a JSON text are. A syntax tree tells more, but takes many times as long and as much memory, which is felt where
 * one change breaks many documents.
 *
 * @param text JSON that is nested no deeper than `limits.ts` allows; of any other text the result means nothing
 */
export function writtenPlaces(text: string): Written | undefined {
  const reader = new PlaceReader(text)
  const root = reader.value()
  return reader.isAtEnd() ? root : undefined
}

const [space, newLine, carriageReturn, tab] = [0x20, 0x0a, 0x0d, 0x09]
const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

const word = /-?\d[\d.eE+-]*|true|false|null/y

class PlaceReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return Number.isNaN(this.#next())
  }

  value(key?: number): Written | undefined {
    const first = this.#next()
    const own = key === undefined ? { offset: this.#at } : { offset: this.#at, key }
    if (first === openBrace) return this.#object(own)
    if (first === openBracket) return this.#list(own)
    return (first === quote ? this.#skipString() : this.#skipWord()) ? own : undefined
  }

  #object(own: Written): Written | undefined {
    const members = new Map<string, Written>()
    this.#at += 1
    if (this.#take(closeBrace)) return { ...own, members }
    do {
      if (this.#next() !== quote) return undefined
      const begin = this.#at
      if (!this.#skipString()) return undefined
      const name = nameIn(this.#text.slice(begin, this.#at))
      const member = this.#take(colon) ? this.value(begin) : undefined
      if (member === undefined || name === undefined) return undefined
      if (!members.has(name)) members.set(name, member)
    } while (this.#take(comma))
    return this.#take(closeBrace) ? { ...own, members } : undefined
  }

  #list(own: Written): Written | undefined {
    const parts: Written[] = []
    this.#at += 1
    if (this.#take(closeBracket)) return { ...own, parts }
    do {
      const part = this.value()
      if (part === undefined) return undefined
      parts.push(part)
    } while (this.#take(comma))
    return this.#take(closeBracket) ? { ...own, parts } : undefined
  }

  /** Goes to the next character that is no white space. @returns NaN at the end */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== space && code !== newLine && code !== carriageReturn && code !== tab) return code
      this.#at += 1
    }
  }

  #take(code: number): boolean {
    const isThere = this.#next() === code
    if (isThere) this.#at += 1
    return isThere
  }

  /** @returns false when it does not end */
  #skipString(): boolean {
    let end = this.#text.indexOf('"', this.#at + 1)
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    this.#at = end + 1
    return end >= 0
  }

  /** After an odd number of backslashes. */
  #isEscaped(at: number): boolean {
    let first = at
    while (this.#text.charCodeAt(first - 1) === backslash) first -= 1
    return (at - first) % 2 === 1
  }

  #skipWord(): boolean {
    word.lastIndex = this.#at
    const isWord = word.test(this.#text)
    this.#at = word.lastIndex
    return isWord
  }
}

function nameIn(written: string): string | undefined {
  if (!written.includes('\\')) return written.slice(1, -1)
  try {
    return JSON.parse(written) as string
  } catch {
    return undefined
  }
}
