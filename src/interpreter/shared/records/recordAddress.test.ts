import { describe, expect, it } from 'vitest'
import { formOf, screenOf } from '../../../language/testing/screenFactory.ts'
import { openedRow } from './openForm.ts'
import { openPart, readOpen, withOpenOf, withoutOpen, writeOpen } from './recordAddress.ts'

const view = formOf({ name: 'view', mode: 'view' })
const edit = formOf({ name: 'edit', mode: 'edit' })
const create = formOf({ name: 'create', mode: 'create' })
const byId = screenOf({ forms: { view, edit, create } })
const byKey = screenOf({ forms: { view, edit, create }, entity: { ...byId.entity, address: 'name' } })
const at = (text: string) => new URLSearchParams(text)

describe('the open form of an address', () => {
  it('the open form of an address is the named one, of the record that the key or the id names', () => {
    expect(readOpen(at('record=C1&form=edit'), byKey)).toEqual({ screen: byKey, form: edit, recordKey: 'C1' })
    expect(readOpen(at('record=12&form=view'), byId)).toEqual({ screen: byId, form: view, recordId: 12 })
    expect(readOpen(at('form=create'), byId)).toEqual({ screen: byId, form: create })
  })

  it('the open form of an address is the view where the address names none, one that the user was not given, or one for new records', () => {
    const looking = screenOf({ forms: { view } })
    expect(readOpen(at('record=12'), byId)?.form).toBe(view)
    expect(readOpen(at('record=12&form=edit'), looking)?.form).toBe(view)
    expect(readOpen(at('record=12&form=create'), byId)?.form).toBe(view)
    expect(readOpen(at('record=12&form=constructor'), looking)?.form).toBe(view)
  })

  it('the open form of an address is none where nothing can be opened', () => {
    expect(readOpen(at('record=12&form=edit'), screenOf())).toBeNull()
    expect(readOpen(at('form=edit'), byId)).toBeNull()
    expect(readOpen(at('form=create'), screenOf({ forms: { view } }))).toBeNull()
  })

  it('the open form of an address comes back out of the address that it is written to, beside the list', () => {
    const opened = { screen: byKey, form: edit, ...openedRow(byKey, { id: 7, name: 'C1 甲&乙' }) }
    const written = writeOpen(at('status=1&pageIndex=2&record=old&form=view'), opened)
    expect(written?.get('record')).toBe('C1 甲&乙')
    expect(withoutOpen(written ?? at('')).toString()).toBe('status=1&pageIndex=2')
    expect(readOpen(written ?? at(''), byKey)).toEqual({ screen: byKey, form: edit, recordKey: 'C1 甲&乙' })
    expect(openPart(withOpenOf(at('status=2'), written ?? at('')))).toBe(openPart(written ?? at('')))
  })

  it('the open form of an address cannot be a copy, nor a record whose key no address takes', () => {
    expect(writeOpen(at(''), { screen: byId, form: create, initial: {} })).toBeNull()
    expect(openedRow(byKey, { id: 7, name: 'a--b' })).toEqual({ recordId: 7 })
    expect(writeOpen(at(''), { screen: byKey, form: view, recordId: 7 })).toBeNull()
  })
})
