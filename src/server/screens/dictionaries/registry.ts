import type { DictionaryOption } from '../../../answers/dictionaries.ts'
import type { Dictionary } from '../../../language/documents/dictionary.ts'
import { type Actor, systemActor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

export interface DictionaryArguments {
  readonly db: Executor
  /** The user who asks. A provider over scoped records must not show more than this user may see. */
  readonly actor: Actor
  readonly strArg?: string
  readonly intArg?: number
}

/** Returns the options of one dictionary. It runs at every look-up, so it should be one indexed query. */
export type DictionaryProvider = (args: DictionaryArguments) => Promise<readonly DictionaryOption[]>

/**
 * Returns labels of stored keys, including options that are no longer offered (a stopped setting, a disabled entry) or offered only to
 * others. Only names of people depend on the reader; without one it is the system that reads.
 */
export type DictionaryLabels = (db: Executor, keys: readonly string[], reader?: Actor) => Promise<readonly DictionaryOption[]>

export interface DictionaryRegistry {
  /**
   * Registers a provider, which has precedence over a document of the same name. A second registration of a name throws.
   *
   * @param labels default: the labels of the options that the system actor gets
   * @param isOrdered whether the order of the options says something, as it does in documents; that of records says nothing
   */
  register(name: string, provider: DictionaryProvider, labels?: DictionaryLabels, isOrdered?: boolean): void
  has(name: string): boolean
  names(): readonly string[]
  /** The options; undefined when the dictionary does not exist. */
  find(name: string, args: DictionaryArguments): Promise<readonly DictionaryOption[] | undefined>
  /** Labels of stored keys for histories. A key that no longer exists is not in the map, nor one that is none of the reader's business. */
  labels(name: string, db: Executor, keys: readonly string[], reader?: Actor): Promise<ReadonlyMap<string, string>>
  /** All keys, in the order that its author gave them; none when the order says nothing. */
  order(name: string, db: Executor): Promise<readonly string[]>
}

/** Creates the registry of an application: providers of the domain, and the documents of `schemas/dictionaries`. */
export function createDictionaryRegistry(
  findDocument: (name: string) => Dictionary | undefined,
  documentNames: () => readonly string[],
): DictionaryRegistry {
  const providers = new Map<string, DictionaryProvider>()
  const labelsOf = new Map<string, DictionaryLabels>()
  const ordered = new Set<string>()
  return {
    register(name, provider, labels, isOrdered = false) {
      if (providers.has(name)) throw new Error(`dictionary ${name} is registered twice`)
      providers.set(name, provider)
      if (isOrdered) ordered.add(name)
      if (labels) labelsOf.set(name, labels)
    },
    has: (name) => providers.has(name) || findDocument(name) !== undefined,
    names: () => [...new Set([...providers.keys(), ...documentNames()])],
    async find(name, args) {
      const provider = providers.get(name)
      if (provider) return provider(args)
      const document = findDocument(name)
      return document && optionsOf(document, args.strArg)
    },
    async labels(name, db, keys, reader) {
      // A list without rows has no keys, and SQL has no empty list.
      if (keys.length === 0) return new Map()
      const options =
        (await labelsOf.get(name)?.(db, keys, reader)) ??
        (await providers.get(name)?.({ db, actor: systemActor })) ??
        findDocument(name)?.options ??
        []
      return new Map(options.map((option) => [option.key, option.value]))
    },
    async order(name, db) {
      const provider = providers.get(name)
      const known = provider === undefined ? findDocument(name)?.options : ordered.has(name) && (await provider({ db, actor: systemActor }))
      return (known || []).map((option) => option.key)
    },
  }
}

function optionsOf(document: Dictionary, strArg: string | undefined): readonly DictionaryOption[] {
  return document.options
    .filter((option) => option.parent === undefined || option.parent === strArg)
    .map(({ key, value, tone }) => (tone === undefined ? { key, value } : { key, value, tone }))
}
