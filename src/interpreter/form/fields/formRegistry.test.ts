import { getDefaultRegistry } from '@rjsf/core'
import { describe, expect, it } from 'vitest'
import { formRegistry } from './formRegistry.ts'

describe('the registry of built pages', () => {
  it('differs from that of RJSF only in the parts that nobody draws', () => {
    const { fields, templates, widgets, ...rest } = getDefaultRegistry()
    const ours = formRegistry()
    expect(ours).toEqual({ ...rest, fields: { SchemaField: fields.SchemaField }, templates: {}, widgets: {} })
    expect(Object.keys({ ...templates, ...widgets }).length).toBeGreaterThan(30)
  })
})
