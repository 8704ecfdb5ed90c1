import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js'
import { _ } from 'ajv'
import type { Catalog } from '../../language/catalog/catalog.ts'
import { assertSchema } from '../../language/record/assertSchema.ts'
import { formatChecks } from '../../language/record/formatChecks.ts'
import { formVariants } from '../../language/resolve/fieldRights.ts'
import type { PlainSchema, ResolvedScreen } from '../../language/resolved.ts'

/** Most validators to keep. Open forms keep their old document, so old validators stay available; the oldest are dropped first. */
const schemasMax = 5000

/** The validators of all forms and inputs, compiled at the first request. */
export class Validators {
  readonly #schemas = new Map<string, PlainSchema>()
  readonly #modules = new Map<string, string>()

  /** Adds the forms of a catalog. */
  add(catalog: Catalog): void {
    for (const screen of catalog.screens.values()) {
      for (const { validator, schema } of schemasOf(screen)) {
        this.#schemas.delete(validator)
        this.#schemas.set(validator, schema)
      }
    }
    for (const hash of this.#schemas.keys()) {
      if (this.#schemas.size <= schemasMax) return
      this.#schemas.delete(hash)
      this.#modules.delete(hash)
    }
  }

  /** The module with a content hash; undefined when no form ever had it. */
  find(hash: string): string | undefined {
    const known = this.#modules.get(hash)
    const schema = this.#schemas.get(hash)
    if (known !== undefined || schema === undefined) return known
    const text = compileModule(schema)
    this.#modules.set(hash, text)
    return text
  }
}

function schemasOf(screen: ResolvedScreen): readonly { validator: string; schema: PlainSchema }[] {
  const inputs = Object.values(screen.actions).flatMap((action) => action.input ?? [])
  return [...formVariants(screen), ...inputs]
}

/**
 * Compiles an ES module for the browser, which has neither ajv nor `eval`. It takes `require` as a parameter, and formats from the table of
 * the page (`app/formats`).
 */
export function compileModule(schema: PlainSchema): string {
  assertSchema(schema)
  const code = compileSchemaValidatorsCode(schema, {
    ajvFormatOptions: false,
    customFormats: formatChecks,
    ajvOptionsOverrides: { validateSchema: false, code: { lines: false, formats: _`require("app/formats")` } },
  })
  return `export default function(require){const exports={};${code}\nreturn exports}\n`
}
