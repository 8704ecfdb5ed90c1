import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

interface HandWrittenColumn {
  readonly column: string
  /** Type that the driver returns; texts of any kind are `string`. */
  readonly type: string
  readonly nullable: boolean
}

export interface HandWrittenTable {
  /** Path below the project folder. */
  readonly file: string
  readonly table: string
  readonly columns: readonly HandWrittenColumn[]
}

/** Tables outside the generated types, read from the source code, because types do not exist at run time. */
export function handWrittenTables(): readonly HandWrittenTable[] {
  const files = readdirSync(join(projectRoot, 'src/server'), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts')).flatMap((file) => tablesOf(`src/server/${file}`))
}

function tablesOf(file: string): readonly HandWrittenTable[] {
  const text = readFileSync(join(projectRoot, file), 'utf8').replace(/\/\*\*.*?\*\//gs, '')
  const merged = /interface Tables \{\n(.*?)\n *\}/s.exec(text)?.[1]
  if (merged === undefined) return []
  const interfaces = new Map([...text.matchAll(/interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}/gs)].map((match) => [match[1], match]))
  const columnsOf = (name: string | undefined): readonly HandWrittenColumn[] => {
    const found = interfaces.get(name)
    if (!found) throw new Error(`${file} names ${name}, whose columns do not stand in it`)
    return [...(found[2] ? columnsOf(found[2]) : []), ...(found[3] ?? '').split('\n').flatMap(columnOf)]
  }
  return merged.split('\n').map((line) => {
    const [field = '', type] = line.trim().split(': ')
    return { file, table: snake(field), columns: columnsOf(type) }
  })
}

function columnOf(line: string): readonly HandWrittenColumn[] {
  const [, field, declared] = /^ *(\w+): (.*)$/.exec(line) ?? []
  if (field === undefined || declared === undefined) return []
  const type = declared.replace(/^Generated<(.*)>$/, '$1')
  return [{ column: snake(field), type: driven(type.replace(' | null', '')), nullable: type.endsWith(' | null') }]
}

const plain: ReadonlySet<string> = new Set(['number', 'boolean', 'Date', 'Buffer', 'unknown'])

function driven(type: string): string {
  if (plain.has(type)) return type
  return type === 'Uint8Array' ? 'Buffer' : 'string'
}

function snake(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
