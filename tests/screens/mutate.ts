import type { Random } from '../../src/server/demo/random.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

interface Spot {
  /** From the root to the parent. */
  readonly path: readonly (string | number)[]
  readonly key: string | number
}

const strangeTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\u0000',
  '\ud800',
  '\u202e點數',
  '💥'.repeat(40),
  'e\u0301',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '{id}',
  '$any',
  'row.id',
  'GET /api/{a}/{b}',
  'x'.repeat(5000),
]
const strangeValues: readonly Json[] = [null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], { a: {} }]

/**
 * Damages a document in one of the ways in which people and editors damage files, or as only attackers do.
 *
 * @param text a JSON document
 * @returns a text that may not be JSON any more
 */
export function mutate(text: string, random: Random): string {
  const document = JSON.parse(text) as Json
  const spots = spotsOf(document)
  const spot = random.pick(spots)
  const kind = random.integer(0, mutations.length)
  const mutation = mutations[kind]
  return mutation === undefined ? mutateText(text, random) : mutation(document, spot, random, spots)
}

type Mutation = (document: Json, spot: Spot, random: Random, spots: readonly Spot[]) => string

const mutations: readonly Mutation[] = [
  (document, spot) => JSON.stringify(edit(document, spot, () => [])),
  (document, spot, random) =>
    JSON.stringify(
      edit(document, spot, (key, value) => [
        [key, value],
        [otherName(key, random), value],
      ]),
    ),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key, value) => [[otherName(key, random), value]])),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key) => [[key, random.pick(strangeValues)]])),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key) => [[key, random.pick(strangeTexts)]])),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key, value) => [[key, misspell(value, random)]])),
  (document, spot, random, spots) => JSON.stringify(edit(document, spot, (key) => [[key, valueAt(document, random.pick(spots))]])),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key, value) => [[key, wrap(value, random.integer(1, 40))]])),
  (document, spot, random) => JSON.stringify(edit(document, spot, (key, value) => [[key, repeat(value, random.integer(2, 400))]])),
  // Written by hand, because JSON.stringify would drop such keys, and a parser keeps only one of two equal keys.
  (document, spot, random) => {
    const marker = '@@damage@@'
    const marked = JSON.stringify(
      edit(document, spot, (key, value) => [
        [key, value],
        [marker, 1],
      ]),
    )
    return marked.replace(`"${marker}"`, JSON.stringify(random.pick(['__proto__', 'constructor', 'prototype', String(spot.key)])))
  },
]

const pieces = ['', '"', '{', ']', 'null', '9', 'x', ',', '\\u12', '"$ref": "#",', '\u0000', '[[[', '//', '\ufeff', '\ud800']

function mutateText(text: string, random: Random): string {
  const at = random.integer(0, text.length - 1)
  return text.slice(0, at) + random.pick(pieces) + text.slice(at + random.integer(0, 3))
}

function spotsOf(value: Json, path: readonly (string | number)[] = []): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? value.map((_part, index) => index) : Object.keys(value)
  return keys.flatMap((key) => [{ path, key }, ...spotsOf((value as Record<string | number, Json>)[key] ?? null, [...path, key])])
}

function valueAt(document: Json, { path, key }: Spot): Json {
  return [...path, key].reduce<Json>((value, step) => (value as Record<string | number, Json>)[step] ?? null, document)
}

type Replace = (key: string, value: Json) => readonly (readonly [key: string, value: Json])[]

/** The document with one entry of one object or list replaced by none, one or several. */
function edit(value: Json, { path, key }: Spot, replace: Replace): Json {
  const [step, ...rest] = path
  const deeper: Replace = (name, member) => [[name, edit(member, { path: rest, key }, replace)]]
  const [target, change] = step === undefined ? [key, replace] : [step, deeper]
  if (Array.isArray(value))
    return value.flatMap((part: Json, index) => (index === target ? change(String(index), part).map(([, one]) => one) : [part]))
  const entries = Object.entries(value as Record<string, Json>)
  return Object.fromEntries(entries.flatMap(([name, member]) => (name === target ? change(name, member) : [[name, member] as const])))
}

function otherName(key: string, random: Random): string {
  return random.pick([`${key}s`, key.toUpperCase(), key.slice(1), `${key} `, `x-${key}`, random.pick(strangeTexts)])
}

function misspell(value: Json, random: Random): Json {
  if (typeof value === 'number') return -value
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return String(value)
  const at = random.integer(0, value.length)
  return value.slice(0, at) + random.pick(['', 'x', '點', '.', '/', '{']) + value.slice(at + 1)
}

function wrap(value: Json, depth: number): Json {
  let wrapped = value
  for (let level = 0; level < depth; level += 1) wrapped = level % 2 === 0 ? [wrapped] : { $not: wrapped }
  return wrapped
}

function repeat(value: Json, count: number): Json {
  if (Array.isArray(value)) return Array.from({ length: count }, () => value as Json).flat()
  if (typeof value !== 'object' || value === null) return String(value).repeat(count)
  const members = Object.entries(value)
  return Object.fromEntries(
    Array.from({ length: count }, (_unused, round) => members.map(([key, member]) => [`${key}${round}`, member])).flat(),
  )
}
