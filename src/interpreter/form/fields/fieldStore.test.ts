import { describe, expect, it } from 'vitest'
import { createFieldStore, type FieldView } from './fieldStore.ts'

const empty: FieldView = { value: undefined, required: false, readonly: false, strArg: undefined, error: '', rowErrors: undefined }

function storeOf(...names: string[]) {
  const store = createFieldStore(new Map(names.map((name) => [name, empty])))
  const told: string[] = []
  for (const name of names) store.subscribe(name, () => told.push(name))
  return { store, told }
}

describe('createFieldStore', () => {
  it('tells a field about what was entered in it, and no other', () => {
    const { store, told } = storeOf('name', 'city')
    store.enter('name', '店')
    expect(told).toEqual(['name'])
    expect(store.read('name')).toEqual({ ...empty, value: '店' })
    expect(store.values()).toEqual({ name: '店', city: undefined })
  })

  it('createFieldStore keeps a view that is the same by content, and says nothing', () => {
    const { store, told } = storeOf('rows', 'city')
    store.enter('rows', [{ points: 1 }])
    const before = store.read('rows')
    store.update(
      new Map([
        ['rows', { ...empty, value: [{ points: 1 }] }],
        ['city', { ...empty, required: true }],
      ]),
    )
    expect(store.read('rows')).toBe(before)
    expect(told).toEqual(['rows', 'city'])
  })
})
