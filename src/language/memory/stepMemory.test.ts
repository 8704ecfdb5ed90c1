import { describe, expect, it } from 'vitest'
import { StepMemory } from './stepMemory.ts'

interface World {
  readonly prices: ReadonlyMap<string, number>
  readonly names: ReadonlySet<string>
}

const world: World = { prices: new Map(Object.entries({ tea: 30, milk: 50 })), names: new Set(['tea', 'milk']) }
const pricesWith = (changes: Readonly<Record<string, number>>) => ({
  ...world,
  prices: new Map(Object.entries({ ...Object.fromEntries(world.prices), ...changes })),
})

/** Recalls a step in one world after the other, and counts how often it was done. */
function timesDone(step: (world: World) => unknown, worlds: readonly World[], inputs: (index: number) => readonly unknown[] = () => []) {
  const memory = new StepMemory<World, unknown>()
  let times = 0
  const results = worlds.map((each, index) =>
    memory.recall('file', inputs(index), each, (asked) => {
      times += 1
      return step(asked)
    }),
  )
  expect(results).toEqual(worlds.map(step))
  return times
}

describe('what a step remembers', () => {
  it('a change of what it did not ask for changes nothing', () =>
    expect(timesDone(({ prices }) => prices.get('tea'), [world, pricesWith({ milk: 60 }), pricesWith({ rice: 9 })])).toBe(1))

  it('a change of what it asked for does it again', () =>
    expect(timesDone(({ prices }) => prices.get('tea'), [world, pricesWith({ tea: 35 })])).toBe(2))

  it('something that was missing and now exists does it again', () =>
    expect(timesDone(({ names }) => names.has('rice'), [world, { ...world, names: new Set(['tea', 'milk', 'rice']) }])).toBe(2))

  it('a step that went through everything is done again for any change, also of the order', () => {
    const all = ({ prices }: World) => [...prices.keys()].join()
    const reversed = { ...world, prices: new Map([...world.prices].reverse()) }
    expect(timesDone(all, [world, pricesWith({ rice: 9 }), reversed, { ...reversed, prices: new Map(reversed.prices) }])).toBe(3)
  })

  it('lists are the same when their members are', () => {
    const memory = new StepMemory<{ readonly lists: ReadonlyMap<string, readonly object[]> }, object>()
    const member = {}
    const recall = (...members: object[]) =>
      memory.recall('file', [], { lists: new Map([['a', members]]) }, ({ lists }) => ({ ...lists.get('a') }))
    expect(recall(member)).toBe(recall(member))
    expect(recall(member)).not.toBe(recall({}))
  })

  it('other inputs do it again', () =>
    expect(
      timesDone(
        () => 1,
        [world, world, world],
        (index) => [index > 0],
      ),
    ).toBe(2))

  it('a forgotten document begins anew', () => {
    const memory = new StepMemory<World, object>()
    const first = memory.recall('file', [], world, () => ({}))
    memory.keepOnly(new Set(['file']))
    expect(memory.recall('file', [], world, () => ({}))).toBe(first)
    memory.keepOnly(new Set())
    expect(memory.recall('file', [], world, () => ({}))).not.toBe(first)
  })
})

describe('what a step read of a document', () => {
  interface Shop {
    readonly title: string
    readonly properties: Readonly<Record<string, object>>
  }
  interface Shops {
    readonly shops: ReadonlyMap<string, Shop>
    readonly groups: ReadonlyMap<string, readonly Shop[]>
  }
  const name = { type: 'string' }
  const shop: Shop = { title: '門市', properties: { name } }

  /** How often a step is done for a document, and then for another version of it. */
  const timesRead = (step: (shop: Shop) => unknown, next: Shop): number => {
    const memory = new StepMemory<Shops, unknown>(['shops', 'groups'])
    let times = 0
    for (const version of [shop, next, next]) {
      const world = { shops: new Map([['a', version]]), groups: new Map([['all', [version]]]) }
      const result = memory.recall('file', [], world, ({ shops, groups }) => {
        times += 1
        return [step(shops.get('a') as Shop), groups.get('all')?.map(step)]
      })
      expect(result).toEqual([step(version), [step(version)]])
    }
    return times
  }

  it.each<readonly [string, (read: Shop) => unknown, Shop, number]>([
    ['a change of a member that was read', ({ title }) => title, { ...shop, title: '分店' }, 2],
    ['a change of a member that was not read', ({ title }) => title, { ...shop, properties: {} }, 1],
    ['a change of the field that was read', ({ properties }) => properties.name, { ...shop, properties: { name: { type: 'number' } } }, 2],
    ['a field beside the one that was read', ({ properties }) => properties.name, { ...shop, properties: { other: {}, name } }, 1],
    [
      'a field beside those of which all names were read',
      ({ properties }) => Object.keys(properties),
      { ...shop, properties: { name, b: {} } },
      2,
    ],
    ['another order of all names', (read) => Object.keys(read), { properties: shop.properties, title: shop.title }, 2],
    [
      'a field that was looked for and is there now',
      ({ properties }) => Object.hasOwn(properties, 'b'),
      { ...shop, properties: { name, b: {} } },
      2,
    ],
    [
      'a field with the name of what every object has',
      ({ properties }) => typeof properties.toString,
      { ...shop, properties: { name, toString: {} } },
      2,
    ],
  ])('%s does it as often as needed', (_case, step, next, times) => expect(timesRead(step, next)).toBe(times))
})
