import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { formatChecks } from '../../language/record/formatChecks.ts'
import { compileModule } from './validators.ts'

const table: Readonly<Record<string, unknown>> = { 'app/formats': formatChecks }
const nodeRequire = createRequire(import.meta.url)

async function load(schema: Record<string, unknown>) {
  const url = `data:text/javascript;base64,${Buffer.from(compileModule(schema)).toString('base64')}`
  const module = (await import(/* @vite-ignore */ url)) as {
    default: (require: (id: string) => unknown) => Record<string, (data: unknown) => boolean>
  }
  const validators = module.default((id) => table[id] ?? nodeRequire(id))
  const [validate] = Object.values(validators)
  if (!validate) throw new Error('nothing was compiled')
  return validate
}

describe('compileModule', () => {
  it('gives a module that decides by formats of the page and needs no evaluation of text', async () => {
    const schema = {
      type: 'object',
      properties: {
        taxNumber: { type: 'string', format: 'taxNumber' },
        day: { type: 'string', format: 'date' },
        name: { type: 'string', maxLength: 2 },
      },
      required: ['taxNumber'],
    }
    const validate = await load(schema)
    expect(validate({ taxNumber: '04595257', day: '2026-02-28' })).toBe(true)
    expect(validate({ taxNumber: '04595258' })).toBe(false)
    expect(validate({ taxNumber: '04595257', day: '2026-02-30' })).toBe(false)
    expect(validate({ taxNumber: '04595257', name: '王小明' })).toBe(false)
    expect(validate({})).toBe(false)
    expect(compileModule(schema)).not.toMatch(/\beval\(|new Function/)
  })
})
