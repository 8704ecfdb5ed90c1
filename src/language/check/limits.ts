import type { Diagnostic } from '../findings/diagnostic.ts'
import { positionAt } from '../findings/source.ts'

/** Limits of one document. A node is a value: object, list or scalar. */
const documentLimits = { bytes: 256 * 1024, depth: 24, nodes: 2000 } as const

/**
 * Measures a document before anything else reads it. It loops over the characters, so that a hundred thousand brackets cannot exhaust the
 * stack of a recursive parser.
 */
export function checkLimits(path: string, text: string): Diagnostic | null {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > documentLimits.bytes) return exceeded(path, text, 0, tooLarge(bytes))
  let depth = 0
  // Counts values: each comma is followed by one, and each list or object starts with one.
  let nodes = 1
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset]
    if (character === '"') offset = endOfString(text, offset)
    else if (character === '{' || character === '[') {
      depth += 1
      nodes += 1
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') nodes += 1
    if (depth > documentLimits.depth)
      return exceeded(path, text, offset, `巢狀超過 ${documentLimits.depth} 層；請確認前面沒有少了右括號，或拆成幾個部分`)
    if (nodes > documentLimits.nodes) return exceeded(path, text, offset, `超過 ${documentLimits.nodes} 個值；請拆成幾個文件`)
  }
  return null
}

export function tooLarge(bytes: number): string {
  return `檔案大小 ${bytes} 位元組，超過上限 ${documentLimits.bytes}；請確認放的是文件，或拆成幾個文件`
}

function endOfString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    if (text[offset] === '\\') offset += 1
    else if (text[offset] === '"') return offset
  }
  return text.length
}

function exceeded(file: string, text: string, offset: number, message: string): Diagnostic {
  return { file, ...positionAt(text, offset), pointer: '', severity: 'error', code: 'limit', message }
}
