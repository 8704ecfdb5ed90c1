import type { Random } from '../../src/server/records/testing/random.ts'

type Part = Readonly<Record<string, unknown>>

/** Fields of a random record by the kind of their values. */
const kinds = ['text', 'number', 'switch', 'choice', 'date'] as const
type Kind = (typeof kinds)[number]

export interface RandomDocuments {
  readonly entity: Part
  readonly screen: Part
  readonly kinds: Readonly<Record<string, Kind>>
}

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const

const properties: { readonly [K in Kind]: (random: Random) => Part } = {
  text: (random) => ({ type: 'string', ...(random.below(2) === 0 && { minLength: 2 }), maxLength: 3 }),
  number: (random) => ({ type: 'integer', minimum: random.below(3), ...(random.below(2) === 0 && { maximum: 3 }) }),
  switch: () => ({ type: 'boolean' }),
  choice: () => ({ type: 'string', enum: ['a', 'b'] }),
  date: () => ({ type: 'string', format: 'date' }),
}

/** Values for a kind: good ones, wrong ones, and none. */
const values: { readonly [K in Kind]: readonly unknown[] } = {
  text: ['x', 'xy', 'xyzw', '', undefined],
  number: [0, 1, 3, 4, undefined],
  switch: [true, false, undefined],
  choice: ['a', 'b', 'c', undefined],
  date: ['2026-01-31', '2026-02-30', undefined],
}

export function randomValue(kind: Kind, random: Random): unknown {
  return values[kind][random.below(values[kind].length)]
}

/** A row with a member that only the server computes, which nobody may send. */
export function randomRows(random: Random): readonly Part[] {
  return Array.from({ length: random.below(3) }, () => ({ amount: random.pick([0, 1, 2]), sum: random.pick([7, 8]) }))
}

/**
 * An entity without a table and its screen, with conditions on random fields. They may contradict each other: whoever uses them asks the
 * checker first.
 */
export function randomDocuments(random: Random): RandomDocuments {
  const kindOf = Object.fromEntries(names.map((name) => [name, random.pick(kinds)])) as Record<string, Kind>
  const condition = () => {
    const field = random.pick(names)
    return { [`form.${field}`]: randomTest(kindOf[field] as Kind, random) }
  }
  const when = (keys: readonly string[]) =>
    Object.fromEntries(names.filter(() => random.below(3) === 0).map((name) => [name, { [random.pick(keys)]: condition() }]))
  const fields = Object.fromEntries(
    names.map((name) => {
      const immutable = random.below(6) === 0 && { 'x-immutable': true }
      return [name, { title: name, ...properties[kindOf[name] as Kind](random), ...immutable }]
    }),
  )
  const rows = { type: 'array', title: 'rows', items: { type: 'object', properties: rowMembers, required: ['amount'] } }
  const formWhen = when(['visible', 'required', 'readonly'])
  const hidden = Object.keys(formWhen).filter((name) => 'visible' in (formWhen[name] as Part))
  const form = {
    fields: ['title', ...names, 'rows'],
    when: formWhen,
    onHidden: Object.fromEntries(hidden.map((name) => [name, random.pick(['keep', 'omit', 'clear'])])),
  }
  const entity = {
    name: 'thing',
    title: '物件',
    key: 'title',
    label: 'title',
    type: 'object',
    properties: { title: { type: 'string', title: '名稱' }, ...fields, rows },
    required: ['title', ...names.filter(() => random.below(4) === 0)],
    when: when(['visible', 'required', 'readonly']),
  }
  const screen = {
    uri: '/_demo/things',
    title: '物件',
    entity: 'thing',
    list: { columns: ['title'], toolbar: ['create'], rowActions: ['edit'] },
    forms: { create: form, edit: { extends: 'create' } },
  }
  return { entity, screen, kinds: kindOf }
}

const rowMembers = {
  amount: { type: 'integer', title: '數量', minimum: 1 },
  sum: { type: 'integer', title: '小計', 'x-computed': true },
}

function randomTest(kind: Kind, random: Random): Part {
  if (random.below(3) === 0) return { empty: random.below(2) === 0 }
  switch (kind) {
    case 'text':
      return { eq: 'xy' }
    case 'number':
      return { gt: 1 }
    case 'switch':
      return { eq: true }
    case 'choice':
      return { eq: 'a' }
    case 'date':
      return { lt: '2026-06-01' }
  }
}
