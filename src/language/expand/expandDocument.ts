import type { PartKind, Preset } from '../documents/preset.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName } from '../findings/suggest.ts'
import { withDefaults } from './defaults.ts'
import { wholeForm, withFormGroups } from './formReferences.ts'
import { mergePart } from './merge.ts'
import { type InsertSource, isList, isMap, mapContent, type Node, originOf, toInsertedCopy, toNode, toValue } from './node.ts'
import { referenceKinds, type Shape, shapeOf } from './parts.ts'
import { fillPreset } from './presets.ts'

/** The documents from which others may take parts. */
export interface Shared {
  readonly presets: ReadonlyMap<string, Preset>
  /** Presets that exist but are invalid. */
  readonly brokenPresets: ReadonlySet<string>
  /** Screens as written, by uri. */
  readonly screens: ReadonlyMap<string, unknown>
  readonly brokenScreens: ReadonlySet<string>
}

export interface Expanded {
  /** The document with everything inserted that it names. */
  readonly value: unknown
  /** With places in the author's file. */
  readonly findings: readonly Finding[]
  readonly origin: (place: Place) => { readonly place: Place; readonly from: InsertSource | null }
  /** Presets and screens from which the document takes parts, directly or indirectly. */
  readonly uses: ReadonlySet<string>
}

/** A place where something is named: the kind of part expected, its place in the expanded document, and the name. */
interface Slot {
  readonly kind: PartKind
  readonly path: Place
  readonly at: Node
}

/** More values than any real document has. The limit is needed because presets that name presets could make a small file huge. */
const nodesMax = 20_000

/**
 * Inserts what a document names: presets, parts of other screens, groups of its other forms. Nothing else is checked here; the result is
 * checked as if it had been written by hand.
 */
export function expandDocument(kind: 'entity' | 'screen', document: unknown, shared: Shared): Expanded {
  const expander = new Expander(shared)
  const root = toNode(document)
  const node = kind === 'entity' ? withDefaults(expander.part('entity', root, [])) : expander.screen(root)
  return { value: toValue(node), findings: expander.findings, uses: expander.uses, origin: (place) => originOf(node, place) }
}

class Expander {
  readonly findings: Finding[] = []
  readonly uses = new Set<string>()
  readonly #shared: Shared
  /** Presets, and parts of screens, that are being inserted. Naming one of them again would never end. */
  readonly #open: string[] = []
  #nodeCount = 0

  constructor(shared: Shared) {
    this.#shared = shared
  }

  screen(root: Node): Node {
    return withFormGroups(this.part('screen', root, []), this.findings)
  }

  /** @param path place of the part in the expanded document */
  part(kind: PartKind | 'screen', node: Node, path: Place): Node {
    if (!isMap(node.content)) return node
    const own = (member: Node, key: string | number) => this.#shape(shapeOf(kind, String(key)), member, [...path, key])
    if (kind === 'screen' || !node.content.has('use')) return { ...node, content: mapContent(node.content, own) }
    let result: Node = { ...node, content: new Map() }
    for (const [key, member] of node.content) {
      if (key === 'use') {
        for (const use of isList(member.content) ? member.content : [member])
          result = mergePart(kind, result, this.#used(kind, use, path) ?? emptyMap(use), 'first')
      } else result = mergePart(kind, result, { ...node, content: new Map([[key, own(member, key)]]) }, 'second')
    }
    return result
  }

  #shape(shape: Shape | undefined, node: Node, path: Place): Node {
    if (shape === undefined || shape.is === 'names') return node
    if (shape.is === 'part') return this.part(shape.part, node, path)
    if (shape.is === 'map' ? !isMap(node.content) : !isList(node.content)) return node
    return { ...node, content: mapContent(node.content, (part, key) => this.part(shape.part, part, [...path, key])) }
  }

  #used(kind: PartKind, use: Node, path: Place): Node | null {
    const slot = { kind, path, at: use }
    if (typeof use.content === 'string')
      return use.content.startsWith('/') ? this.#fromScreen(use.content, slot) : this.#fromPreset(use.content, new Map(), slot)
    const members = isMap(use.content) ? use.content : new Map<string, Node>()
    const preset = members.get('preset')
    const given = members.get('with')
    const isWellFormed =
      typeof preset?.content === 'string' &&
      [...members.keys()].every((key) => key === 'preset' || key === 'with') &&
      (given === undefined || isMap(given.content))
    const values = given && isMap(given.content) ? given.content : new Map<string, Node>()
    if (isWellFormed) return this.#fromPreset(String(preset.content), values, { ...slot, at: preset })
    return this.#refuse(use, 'use-form', 'use 應為預設的名稱、畫面的網址，或 { "preset": 名稱, "with": { 參數: 值 } }')
  }

  #fromPreset(name: string, given: ReadonlyMap<string, Node>, { kind, path, at }: Slot): Node | null {
    const { presets, brokenPresets } = this.#shared
    const preset = presets.get(name)
    if (preset === undefined) {
      if (brokenPresets.has(name)) return this.#refuse(at, 'broken-preset', `預設「${name}」（presets/${name}.json）有錯誤，請先更正`)
      const fitting = [...presets.values()].filter((one) => one.for === kind).map((one) => one.name)
      this.findings.push({ place: at.place, code: 'unknown-preset', ...unknownName(`沒有預設「${name}」`, name, fitting) })
      return null
    }
    if (preset.for !== kind) return this.#refuse(at, 'preset-does-not-fit', `預設「${name}」用於 ${preset.for}，不能用在 ${kind}`)
    return this.#within(name, at, () => {
      const { node, findings } = fillPreset(preset, given, at.place)
      this.findings.push(...findings)
      if (!this.#fits(node)) return this.#refuse(at, 'limit', `展開後超過 ${nodesMax} 個節點`)
      // Values given by the document keep their own place. Presets named in presets are inserted in the same way.
      return this.part(kind, node, path)
    })
  }

  /** The same place of another screen, with everything inserted there. */
  #fromScreen(uri: string, { kind, path, at }: Slot): Node | null {
    const { screens, brokenScreens } = this.#shared
    if (!referenceKinds.includes(kind))
      return this.#refuse(at, 'reference-not-here', `此處不能引用其他畫面；可引用的是 ${referenceKinds.join('、')}`)
    const screen = screens.get(uri)
    if (screen === undefined) {
      if (brokenScreens.has(uri)) return this.#refuse(at, 'broken-reference', `畫面「${uri}」有錯誤，請先更正`)
      this.findings.push({ place: at.place, code: 'unknown-screen', ...unknownName(`沒有畫面「${uri}」`, uri, screens.keys()) })
      return null
    }
    return this.#within(`${uri}#${path.join('/')}`, at, () => {
      const other = new Expander(this.#shared)
      other.#open.push(...this.#open)
      // Only the needed member is expanded, so that two screens may take different members from each other.
      const key = String(path[0])
      const member = Object.hasOwn(screen as object, key) ? [[key, (screen as Readonly<Record<string, unknown>>)[key]]] : []
      const whole = other.screen(toNode(Object.fromEntries(member)))
      for (const name of other.uses) this.uses.add(name)
      this.uses.add(uri)
      if (other.findings.some(({ code }) => code === 'circular-use')) return this.#circular(at, uri)
      if (other.findings.length > 0) return this.#refuse(at, 'broken-reference', `畫面「${uri}」有錯誤，請先更正`)
      const part = kind === 'form' ? wholeForm(whole, String(path.at(-1))) : step(whole, path)
      if (part === undefined) return this.#refuse(at, 'unknown-reference', `畫面「${uri}」的 ${path.join('.')} 沒有內容可以引用`)
      return this.#fits(part) ? toInsertedCopy(part, at.place, uri) : this.#refuse(at, 'limit', `展開後超過 ${nodesMax} 個節點`)
    })
  }

  #within(name: string, at: Node, read: () => Node | null): Node | null {
    if (this.#open.includes(name)) return this.#circular(at, name)
    this.uses.add(name)
    this.#open.push(name)
    const node = read()
    this.#open.pop()
    return node
  }

  #circular(at: Node, name: string): null {
    return this.#refuse(at, 'circular-use', `use 繞了一圈：${[...this.#open, name].join(' → ')}`)
  }

  #refuse(at: Node, code: string, message: string): null {
    this.findings.push({ place: at.place, code, message })
    return null
  }

  #fits(node: Node): boolean {
    this.#nodeCount += countNodes(node)
    return this.#nodeCount <= nodesMax
  }
}

function emptyMap(node: Node): Node {
  return { ...node, content: new Map() }
}

function step(root: Node, path: Place): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => {
    if (node === undefined) return undefined
    return isMap(node.content) ? node.content.get(String(key)) : isList(node.content) ? node.content[Number(key)] : undefined
  }, root)
}

function countNodes({ content }: Node): number {
  if (isList(content)) return content.reduce((sum, part) => sum + countNodes(part), 1)
  return isMap(content) ? [...content.values()].reduce((sum, part) => sum + countNodes(part), 1) : 1
}
