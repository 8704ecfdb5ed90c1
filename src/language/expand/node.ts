import type { Place } from '../findings/source.ts'

/** A JSON value with the place where the author of the document wrote it. */
export interface Node {
  readonly content: Scalar | readonly Node[] | ReadonlyMap<string, Node> | typeof removed
  /** Place in the author's file. For content of a preset or another screen: the place where that is named. */
  readonly place: Place
  /** The preset or screen from which it was inserted; null for what the document itself contains. */
  readonly from: InsertSource | null
}

/** A preset by name or a screen by uri, and the place in that file. */
export interface InsertSource {
  readonly name: string
  readonly place: Place
}

type Scalar = string | number | boolean | null

/** Content of a member that the document removes from a preset with `null`. */
export const removed: unique symbol = Symbol('removed')

export function isMap(content: Node['content']): content is ReadonlyMap<string, Node> {
  return content instanceof Map
}

export function isList(content: Node['content']): content is readonly Node[] {
  return Array.isArray(content)
}

/** A document as written by its author. */
export function toNode(value: unknown, place: Place = []): Node {
  return build(value, (part, path) => ({ content: part, place: [...place, ...path], from: null }))
}

/** An inserted value. For the author its place is where the preset or parameter is named. */
export function toInsertedNode(value: unknown, place: Place, from: InsertSource): Node {
  return build(value, (content, path) => ({ content, place, from: { ...from, place: [...from.place, ...path] } }))
}

function build(value: unknown, make: (content: Node['content'], path: Place) => Node, path: Place = []): Node {
  if (Array.isArray(value))
    return make(
      value.map((part, index) => build(part, make, [...path, index])),
      path,
    )
  if (typeof value !== 'object' || value === null) return make(value as Scalar, path)
  return make(new Map(Object.entries(value).map(([key, member]) => [key, build(member, make, [...path, key])])), path)
}

/** The same content, inserted into another document. Content that was inserted before keeps its source. */
export function toInsertedCopy(node: Node, place: Place, uri: string): Node {
  const from = node.from ?? { name: uri, place: node.place }
  return { content: mapContent(node.content, (part) => toInsertedCopy(part, place, uri)), place, from }
}

export function mapContent(content: Node['content'], change: (part: Node, key: string | number) => Node): Node['content'] {
  if (isList(content)) return content.map(change)
  return isMap(content) ? new Map([...content].map(([key, part]) => [key, change(part, key)])) : content
}

/** Converts back to plain JSON. */
export function toValue(node: Node): unknown {
  const { content } = node
  if (isList(content)) return content.map(toValue)
  if (!isMap(content)) return content
  return Object.fromEntries([...content].filter(([, part]) => part.content !== removed).map(([key, part]) => [key, toValue(part)]))
}

/** Finds where the author wrote a part of the expanded document, and from what it was inserted. */
export function originOf(root: Node, place: Place): { readonly place: Place; readonly from: InsertSource | null } {
  let node = root
  for (const [depth, key] of place.entries()) {
    const next = isList(node.content) ? node.content[Number(key)] : isMap(node.content) ? node.content.get(String(key)) : undefined
    // The member is missing, so the rest of the place is kept as requested.
    if (next === undefined) return withRest(node, place.slice(depth))
    node = next
  }
  return { place: node.place, from: node.from }
}

function withRest({ place, from }: Node, rest: Place): { readonly place: Place; readonly from: InsertSource | null } {
  return from === null ? { place: [...place, ...rest], from } : { place, from: { ...from, place: [...from.place, ...rest] } }
}
