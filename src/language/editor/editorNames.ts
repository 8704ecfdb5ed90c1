import type { Known } from '../catalog/known.ts'
import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity, Property } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { dictionaryOf } from '../entity/property.ts'
import { resourceOf } from '../resolve/api.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { definition, type Named, oneOfNames } from './schemaParts.ts'

/** The names of a project, which its documents may use. */
export interface EditorNames {
  readonly entities: ReadonlyMap<string, Entity>
  /** By uri, with presets inserted. */
  readonly screens: ReadonlyMap<string, Screen>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
  readonly known: Pick<Known, 'dictionaries' | 'pages' | 'permissions' | 'resources'>
}

/** More codes than a person reads are not worth their place. */
const codesMax = 100

export const isListed = ({ options }: Dictionary) => options.length <= codesMax

/** The dictionary with the codes that a field may have; null when code provides them, or they are too many. */
export function listedDictionary(property: Property, { dictionaries }: EditorNames): Dictionary | null {
  const dictionary = dictionaries.get(dictionaryOf(property)?.name ?? '')
  return dictionary !== undefined && isListed(dictionary) ? dictionary : null
}

/** The codes of a field, as a reference to those of its dictionary. */
export function codesOf(property: Property, names: EditorNames): JsonSchema | null {
  const dictionary = listedDictionary(property, names)
  return dictionary && definition(`codes-${dictionary.name}`)
}

/** The codes of a dictionary, and the names that documents may write instead. */
export function codesIn({ options }: Dictionary): JsonSchema {
  const named = options.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, title: value }]))
  return oneOfNames([...options.map(({ key, value }) => ({ name: key, title: value })), ...named], '代碼')
}

export const entityNames = ({ entities }: EditorNames): readonly Named[] =>
  [...entities.values()].map(({ name, title }) => ({ name, title }))

export const dictionaryNames = ({ dictionaries, known }: EditorNames): readonly Named[] => [
  ...[...dictionaries.values()].map(({ name, title }) => ({ name, title })),
  ...[...known.dictionaries].filter((name) => !dictionaries.has(name)).map((name) => ({ name, title: '由程式提供' })),
]

/** Addresses of the console: screens, and pages of code. */
export const pageNames = ({ screens, known }: EditorNames): readonly Named[] => [
  ...[...screens.values()].map(({ uri, title }) => ({ name: uri, title })),
  ...[...known.pages].filter((uri) => !screens.has(uri)).map((uri) => ({ name: uri, title: '由程式提供的頁面' })),
]

/** A permission: an action of the screen's own resource, or three parts whose resource exists. */
export function permissionOf({ screens, known }: EditorNames): JsonSchema {
  const ofScreens = [...screens.values()].map(resourceOf)
  const resources = [...new Set([...ofScreens, ...known.resources, ...[...known.permissions].map(resourceOfPermission)])].sort()
  return {
    anyOf: [
      { type: 'null' },
      { pattern: '^[a-z][a-z0-9_]*$' },
      ...(known.permissions.size > 0 ? [{ enum: [...known.permissions].sort() }] : []),
      { pattern: `^(${resources.map((resource) => resource.replaceAll('.', '\\.')).join('|')})\\.[a-z][a-z0-9_]*$` },
    ],
    errorMessage: '沒有這個權限的資源（前兩段）',
  }
}

const resourceOfPermission = (permission: string) => permission.split('.').slice(0, 2).join('.')
