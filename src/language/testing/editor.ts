import jsonService from 'vscode-json-languageservice'
import { schemaFiles } from '../authoring/schemaFiles.ts'
import type { Catalog, DocumentKind } from '../catalog/catalog.ts'
import type { Known } from '../catalog/known.ts'
import { namesPath, namesSchema } from '../editor/namesSchema.ts'
import { schemaPath } from '../schema/schemaPath.ts'

/** The package is a module of another kind for Node, and its names are members of the default. */
const { getLanguageService, TextDocument } = jsonService as unknown as typeof import('vscode-json-languageservice')

export interface Editor {
  /** Problems that it underlines, one sentence each. */
  problems(path: string, text: string): Promise<readonly string[]>
  /** What it offers at the mark `|`, with its help. */
  offers(path: string, text: string): Promise<ReadonlyMap<string, string>>
}

/** The part of an editor that reads the schemas of a folder, as Visual Studio Code does. */
export function editorOf(catalog: Catalog, known: Known): Editor {
  const names = Buffer.concat(namesSchema({ ...catalog, screens: catalog.screenDocuments, known })).toString()
  const files = new Map([...schemaFiles(catalog.presets.values()), { path: namesPath, text: names }].map(({ path, text }) => [path, text]))
  const schemaRequestService = async (uri: string) => files.get(uri.slice(root.length)) ?? Promise.reject(`${uri} is missing`)
  const service = getLanguageService({
    schemaRequestService,
    workspaceContext: { resolveRelativePath: (path, of) => new URL(path, of).href },
  })
  const schemas = Object.entries(folders).map(([folder, kind]) => ({ uri: root + schemaPath(kind), fileMatch: [`/${folder}/**`] }))
  service.configure({ validate: true, schemas: [...schemas, { uri: root + schemaPath('menu'), fileMatch: ['/menu.json'] }] })
  const open = (path: string, text: string) => {
    const document = TextDocument.create(root + path, 'json', 1, text)
    return { document, parsed: service.parseJSONDocument(document) }
  }
  return {
    async problems(path, text) {
      const { document, parsed } = open(path, text)
      const found = await service.doValidation(document, parsed, { schemaRequest: 'error' })
      return found.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`)
    },
    async offers(path, text) {
      const { document, parsed } = open(path, text.replace('|', ''))
      const offered = await service.doComplete(document, document.positionAt(text.indexOf('|')), parsed)
      const helpOf = (help: string | { readonly value: string } | undefined) => (typeof help === 'string' ? help : (help?.value ?? ''))
      return new Map((offered?.items ?? []).map(({ label, documentation }) => [label, helpOf(documentation)]))
    },
  }
}

const root = 'file:///project/schemas/'

const folders: Readonly<Record<string, DocumentKind>> = {
  entities: 'entity',
  screens: 'screen',
  dictionaries: 'dictionary',
  presets: 'preset',
  dashboards: 'dashboard',
}
