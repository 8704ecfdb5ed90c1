// Leaves parts of libraries out of what browsers load, for which the product never asks and which no bundler can tell.
import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * What a module is given in place of another one.
 *
 * @typedef {{ readonly importer: RegExp, readonly source: RegExp, readonly instead: string }} UnusedPart
 */

/**
 * A part of the form library that walks schemas with references or branches. The only schema that it is given is `rootSchema`, which has
 * neither (src/interpreter/form/values/formDefinition.ts); the compiled validators check the whole one.
 *
 * @param {RegExp} source
 * @param {readonly string[]} names
 * @returns {UnusedPart}
 */
const ofSchemas = (source, names) => ({
  importer: /\/@rjsf\/utils\/lib\//,
  source,
  instead: `function unused() { throw new Error('The form library met a schema with references or branches.') }
${names.map((name) => (name === 'default' ? 'export default unused' : `export const ${name} = unused`)).join('\n')}`,
})

/** @type {readonly UnusedPart[]} */
const parts = [
  // Requests go by XMLHttpRequest. The other way examines the browser while the page starts, as long as all else of the library.
  { importer: /\/axios\/lib\/adapters\/adapters\.js$/, source: /^\.\/fetch\.js$/, instead: 'export const getFetch = () => null' },
  // Fields, widgets and templates of the form library: the whole form is one field of ours.
  {
    importer: /\/@rjsf\/core\/lib\/components\/Form\.js$/,
    source: /\/getDefaultRegistry\.js$/,
    instead: `export { formRegistry as default } from ${JSON.stringify(join(root, 'src/interpreter/form/fields/formRegistry.ts'))}`,
  },
  ofSchemas(/\/findSchemaDefinition\.js$/, [
    'default',
    'findSchemaDefinitionRecursive',
    'makeAllReferencesAbsolute',
    'splitKeyElementFromObject',
  ]),
  ofSchemas(/\/shallowAllOfMerge\.js$/, ['default']),
  ofSchemas(/\/getClosestMatchingOption\.js$/, ['default', 'calculateIndexScore', 'JUNK_OPTION']),
  ofSchemas(/\/omitExtraData\.js$/, ['default', 'getUsedFormData', 'getFieldNames', 'isValueEmpty']),
  ofSchemas(/\/(getFirstMatchingOption|sanitizeDataForNewSchema|toPathSchema|findFieldInSchema)\.js$/, ['default']),
]

/**
 * @returns {import('vite').Plugin}
 */
export function unusedParts() {
  const prefix = '\0unused-part-'
  return {
    name: 'unused-parts',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId(source, importer = '') {
      const found = parts.findIndex((part) => part.source.test(source) && part.importer.test(importer))
      return found < 0 ? null : `${prefix}${found}`
    },
    load: (id) => (id.startsWith(prefix) ? (parts[Number(id.slice(prefix.length))]?.instead ?? null) : null),
  }
}
