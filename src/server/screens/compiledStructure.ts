import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'vite'
import type { DocumentKind } from '../../language/catalog/catalog.ts'
import { structureOptions } from '../../language/check/structureValidator.ts'
import { languageSchema } from '../../language/schema/languageSchema.ts'

const kinds = ['entity', 'screen', 'dictionary', 'menu', 'preset', 'dashboard'] as const satisfies readonly DocumentKind[]

/** `require` of one of ajv's helpers in the code that it writes, which is a module otherwise. */
const helper = /const (\w+) = require\("(ajv\/dist\/runtime\/\w+)"\)\.default;/g

/** The code that ajv writes for the checks of the language's structure, as a module with the same exports as `structureValidator.ts`. */
export function compiledStructure(): string {
  const ajv = new Ajv({ ...structureOptions, code: { source: true, esm: true } })
  for (const kind of kinds) ajv.addSchema(languageSchema(kind), kind)
  const code = standalone(ajv, Object.fromEntries(kinds.map((kind) => [kind, kind])))
  const imports = new Set<string>()
  const written = code.replace(helper, (_text: string, name: string, path: string) => {
    const imported = `${path.split('/').at(-1)}Helper`
    imports.add(`import ${imported} from '${path}.js'`)
    return `const ${name} = ${imported}.default;`
  })
  return [
    ...imports,
    written,
    `const validators = { ${kinds.join(', ')} }`,
    'export const structureValidator = (kind) => validators[kind]',
  ].join('\n')
}

/** Compiles the checks of the language's structure with the server's build instead of with each start. */
export const structurePlugin: Plugin = {
  name: 'compiled-structure',
  apply: (_config, { isSsrBuild, command }) => command === 'build' && isSsrBuild === true,
  load: (id) => (id.endsWith('/src/language/check/structureValidator.ts') ? compiledStructure() : null),
}
