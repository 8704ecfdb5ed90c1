import type { DictionaryOption } from '../../../answers/dictionaries.ts'
import type { Dictionary } from '../../../language/documents/dictionary.ts'
import { type Actor, systemActor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

export interface DictionaryArguments {
  readonly db: Executor
  /** Whose options: a provider over scoped records must not show more than this person may see. */
  readonly actor: Actor
  readonly strArg?: string
  readonly intArg?: number
}

/** Gives the options of one dictionary; runs for every look-up, so it should be one indexed query. */
export type DictionaryProvider = (args: DictionaryArguments) => Promise<readonly DictionaryOption[]>

/**
 * Labels of stored keys, whoever reads them: also of what is offered no more (a stopped setting, a disabled entry) or only to others.
 */
export type DictionaryLabels = (db: Executor, keys: readonly string[]) => Promise<readonly DictionaryOption[]>

export interface DictionaryRegistry {
  /**
   * A registered provider wins over a document of the same name. A second registration of one name throws.
   *
   * @param labels left out: the labels of the options that the system itself is offered
   */
  register(name: string, provider: DictionaryProvider, labels?: DictionaryLabels): void
  has(name: string): boolean
  names(): readonly string[]
  /** The options, or undefined when no dictionary has this name. */
  find(name: string, args: DictionaryArguments): Promise<readonly DictionaryOption[] | undefined>
  /** Labels of stored keys as histories show them; a key that nothing knows any more is not in the map. */
  labels(name: string, db: Executor, keys: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The dictionaries of an application: providers of the domain, and the documents of `schemas/dictionaries`. */
export function createDictionaryRegistry(
  findDocument: (name: string) => Dictionary | undefined,
  documentNames: () => readonly string[],
): DictionaryRegistry {
  const providers = new Map<string, DictionaryProvider>()
  const labelsOf = new Map<string, DictionaryLabels>()
  return {
    register(name, provider, labels) {
      if (providers.has(name)) throw new Error(`dictionary ${name} is registered twice`)
      providers.set(name, provider)
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
    async labels(name, db, keys) {
      const options =
        (await labelsOf.get(name)?.(db, keys)) ??
        (await providers.get(name)?.({ db, actor: systemActor })) ??
        findDocument(name)?.options ??
        []
      return new Map(options.map((option) => [option.key, option.value]))
    },
  }
}

function optionsOf(document: Dictionary, strArg: string | undefined): readonly DictionaryOption[] {
  return document.options
    .filter((option) => option.parent === undefined || option.parent === strArg)
    .map(({ key, value, tone }) => (tone === undefined ? { key, value } : { key, value, tone }))
}
