import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import equal from 'ajv/dist/runtime/equal.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import * as ajvFormats from 'ajv-formats/dist/formats.js'
import { createContext } from 'react'
import { formats } from '../../rules/formats.ts'
import type { FormDefinition } from './formDefinition.ts'

type CompiledFunctions = Parameters<typeof createPrecompiledValidator>[0]

/** What `/api/screens/validators/{hash}.js` exports: a function that takes `require` and answers the compiled functions. */
export interface ValidatorModule {
  readonly default: (require: (id: string) => unknown) => unknown
}

/** Fetches a compiled validator by its content hash. */
export type ImportValidator = (hash: string) => Promise<ValidatorModule>

/** The policy `script-src 'self'` allows code from our own server, but no `eval`: so rules arrive as a module. */
const importFromServer: ImportValidator = (hash) => import(/* @vite-ignore */ `/api/screens/validators/${encodeURIComponent(hash)}.js`)

/** Where forms get their validators from; a test gives its own. */
export const ValidatorImportContext = createContext<ImportValidator>(importFromServer)

/** What compiled code may require. A module of CommonJS stands behind `default`, however a bundler presents it. */
const requirable: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: callable(equal) },
  'ajv/dist/runtime/ucs2length': { default: callable(ucs2length) },
  'ajv-formats/dist/formats': ajvFormats,
  'app/formats': formats,
}

const loaded = new Map<string, Promise<ValidatorType>>()

/**
 * The validator of a form, compiled by the server and loaded once per content hash. A failed load is tried again at the next call.
 * @throws when the module cannot be fetched or does not fit the schema
 */
export function loadValidator(definition: Pick<FormDefinition, 'schema' | 'validator'>, importer: ImportValidator): Promise<ValidatorType> {
  const known = loaded.get(definition.validator)
  if (known) return known
  const loading = importer(definition.validator).then((module) =>
    createPrecompiledValidator(module.default(requireRuntime) as CompiledFunctions, definition.schema as RJSFSchema),
  )
  loaded.set(definition.validator, loading)
  loading.catch(() => loaded.delete(definition.validator))
  return loading
}

function requireRuntime(id: string): unknown {
  if (!Object.hasOwn(requirable, id)) throw new Error(`A compiled validator requires an unknown module: ${id}`)
  return requirable[id]
}

function callable(module: unknown): unknown {
  return typeof module === 'function' ? module : (module as { readonly default: unknown }).default
}
