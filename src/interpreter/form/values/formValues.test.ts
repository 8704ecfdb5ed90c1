import { describe, expect, it } from 'vitest'
import { todayInTaipei } from '../../../client/format.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { shopForm } from '../testScreens.ts'
import { packDraft, restoreDraft } from './formDraft.ts'
import { createBody, enteredBody, updateBody, valuesOfNew, valuesOfRecord, wholeValues } from './formValues.ts'
import { mergeChanges } from './mergeChanges.ts'

const edit = shopForm('edit')
const create = shopForm('create')
const record = { id: 7, rowVersion: 3, name: '信義店', kind: '2', parentNo: 'S001', taxNumber: null, members: [{ code: 'A' }], status: '1' }
const base = valuesOfRecord(edit, record)
const scope = { row: record }
const nobody = { userName: '', userType: '1', companyNo: null, roles: [], permissions: [] }

describe('valuesOfRecord', () => {
  it('takes the fields that can be entered and leaves empty ones out', () => {
    expect(base).toEqual({ name: '信義店', parentNo: 'S001', members: [{ code: 'A' }] })
  })
})

describe('wholeValues', () => {
  it('adds the stored fields to what was entered, for conditions', () => {
    expect(wholeValues(edit, base, record)).toMatchObject({ kind: '2', status: '1', name: '信義店' })
  })
})

describe('valuesOfNew', () => {
  it('takes only fields of the form from the values handed in', () => {
    expect(valuesOfNew(create, { name: '複製', id: 3, rowVersion: 9 }, nobody)).toEqual({ name: '複製' })
  })
})

describe('a date that starts as today', () => {
  const startDate = {
    ...(create.fields.name as ResolvedField),
    field: 'startDate',
    property: { type: 'string', format: 'date', 'x-today': true },
  }
  const dated = {
    ...create,
    fields: { startDate },
    schema: { type: 'object', properties: { startDate: { type: 'string' } } },
  } as typeof create

  it('a date that starts as today is filled in for a new record, but not over what is handed in', () => {
    expect(valuesOfNew(dated, {}, nobody)).toEqual({ startDate: todayInTaipei() })
    expect(valuesOfNew(dated, { startDate: '2026-01-31' }, nobody)).toEqual({ startDate: '2026-01-31' })
  })
})

describe('a field that starts with a default', () => {
  const withDefault = (value: unknown) => {
    const field = { ...(create.fields.name as ResolvedField), required: false, property: { type: 'string', default: value } }
    return { ...create, fields: { name: field }, schema: { type: 'object', properties: { name: { type: 'string' } } } } as typeof create
  }

  it('a field that starts with a default is sent empty when it was emptied, for the server would fill it in', () => {
    expect(createBody(withDefault('一般'), { name: '一般' }, {})).toEqual({ name: '一般' })
    expect(createBody(withDefault('一般'), {}, {})).toEqual({ name: null })
    expect(createBody(withDefault(undefined), {}, {})).toEqual({})
  })
})

describe('a person that starts as oneself', () => {
  const user = (permissions: readonly string[]) => ({ userName: 'amy', userType: '1', companyNo: null, roles: [], permissions })
  const owned = (strArg?: string) => {
    const use = strArg === undefined ? 'User' : { name: 'User', strArg }
    const owner: ResolvedField = {
      ...(create.fields.name as ResolvedField),
      field: 'owner',
      required: false,
      property: { type: 'string', 'x-dictionary': use, 'x-me': true },
    }
    return { ...create, fields: { owner }, schema: { type: 'object', properties: { owner: { type: 'string' } } } } as typeof create
  }

  it('a person that starts as oneself is filled in for whoever may be chosen, and not over what is handed in', () => {
    expect(valuesOfNew(owned(), {}, user([]))).toEqual({ owner: 'amy' })
    expect(valuesOfNew(owned(), { owner: 'bob' }, user([]))).toEqual({ owner: 'bob' })
    expect(valuesOfNew(owned('demo.shops.edit'), {}, user(['demo.shops.edit']))).toEqual({ owner: 'amy' })
    expect(valuesOfNew(owned('demo.shops.edit'), {}, user(['demo.shops.view']))).toEqual({})
  })

  it('a person that starts as oneself is sent empty when it was emptied, for the server would fill it in', () => {
    expect(createBody(owned(), {}, { user: user([]) })).toEqual({ owner: null })
    expect(createBody(owned('demo.shops.edit'), {}, { user: user([]) })).toEqual({})
    expect(enteredBody(owned(), {}, { user: user([]) })).toEqual({})
  })

  it('a person that was emptied stays empty after a reload', () => {
    const values = valuesOfNew(owned(), {}, user([]))
    const start = { base: values, values, rowVersion: null, requestKey: 'first' }
    const draft = packDraft(owned(), start, {}, user([]))
    expect(restoreDraft(owned(), start, JSON.parse(JSON.stringify(draft)))?.values.owner).toBeUndefined()
  })
})

describe('createBody', () => {
  it('leaves empty and hidden values out', () => {
    expect(createBody(create, { name: '新店', kind: '1', parentNo: 'S001', taxNumber: '' }, {})).toEqual({ name: '新店', kind: '1' })
  })
})

describe('updateBody', () => {
  it('sends what differs, clears with null and empties lists', () => {
    const values = { ...base, name: '大安店', parentNo: 'S002', members: undefined, taxNumber: undefined }
    expect(updateBody(edit, values, base, scope)).toEqual({ name: '大安店', parentNo: 'S002', members: [] })
    expect(updateBody(edit, { ...base, taxNumber: undefined }, { ...base, taxNumber: '04595257' }, scope)).toEqual({ taxNumber: null })
  })

  it('sends nothing when nothing differs, whatever the order of keys', () => {
    expect(updateBody(edit, { members: [{ code: 'A' }], parentNo: 'S001', name: '信義店' }, base, scope)).toEqual({})
  })
})

describe('mergeChanges', () => {
  it('takes what one side changed, and names what both changed differently', () => {
    const mine = { ...base, name: '我的', parentNo: 'S009' }
    const theirs = { ...record, name: '他的', taxNumber: '04595257' }
    const merge = mergeChanges(edit, base, mine, theirs)
    expect(merge.clashes).toEqual(['name'])
    expect(merge.theirs).toEqual(['taxNumber'])
    expect(merge.values).toMatchObject({ name: '我的', taxNumber: '04595257', parentNo: 'S009', members: [{ code: 'A' }] })
  })

  it('sees no clash where both changed to the same', () => {
    expect(mergeChanges(edit, base, { ...base, name: '同' }, { ...record, name: '同' }).clashes).toEqual([])
  })
})

describe('form drafts', () => {
  const start = { base, values: base, rowVersion: 3, requestKey: null }

  it('form drafts come back over the record as it is now, with the version they were typed on', () => {
    const draft = packDraft(edit, start, { ...base, name: '草稿' }, nobody)
    const newer = { base: { ...base, parentNo: 'S008' }, values: { ...base, parentNo: 'S008' }, rowVersion: 4, requestKey: null }
    expect(restoreDraft(edit, newer, JSON.parse(JSON.stringify(draft)))).toEqual({
      base: { ...base, parentNo: 'S008' },
      values: { ...base, parentNo: 'S008', name: '草稿' },
      rowVersion: 3,
      requestKey: null,
    })
  })

  it('form drafts keep the key of what may have been sent already', () => {
    const draft = packDraft(edit, { ...start, requestKey: 'first' }, { ...base, name: '草稿' }, nobody)
    const stored = JSON.parse(JSON.stringify(draft))
    expect(restoreDraft(edit, { ...start, requestKey: 'second' }, stored)?.requestKey).toBe('first')
  })

  it('remember that a field was emptied', () => {
    const draft = JSON.parse(JSON.stringify(packDraft(edit, start, { ...base, parentNo: undefined }, nobody)))
    expect(restoreDraft(edit, start, draft)?.values.parentNo).toBeUndefined()
  })

  it('form drafts hold no passwords, and nothing at all when nothing changed', () => {
    expect(packDraft(edit, start, { ...base, password: 'Secret-123' }, nobody)).toBeNull()
    expect(packDraft(edit, start, base, nobody)).toBeNull()
  })

  it('form drafts are ignored when they are of another shape or name no field of the form', () => {
    for (const stored of [undefined, null, 'x', [], { changes: null }, { changes: { constructor: { to: 'x' } } }]) {
      expect(restoreDraft(edit, start, stored)).toBeNull()
    }
  })
})
