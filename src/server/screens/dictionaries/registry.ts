import type { Dictionary } from '../../../language/documents/dictionary.ts'
import type { Tone } from '../../../language/documents/vocabulary.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** One choice: `key` is what is stored (always text), `value` is what people read. */
export interface DictionaryOption {
  readonly key: string
  readonly value: string
  readonly tone?: Tone
}

export interface DictionaryArguments {
  readonly db: Executor
  /** Whose options: a provider over scoped records must not show more than this person may see. */
  readonly actor: Actor
  readonly strArg?: string
  readonly intArg?: number
}

/** Gives the options of one dictionary; runs for every look-up, so it should be one indexed query. */
export type DictionaryProvider = (args: DictionaryArguments) => Promise<readonly DictionaryOption[]>

export interface DictionaryRegistry {
  /** A registered provider wins over a document of the same name. A second registration of one name throws. */
  register(name: string, provider: DictionaryProvider): void
  has(name: string): boolean
  names(): readonly string[]
  /** The options, or undefined when no dictionary has this name. */
  find(name: string, args: DictionaryArguments): Promise<readonly DictionaryOption[] | undefined>
}

/** The dictionaries of an application: providers of the domain, and the documents of `schemas/dictionaries`. */
export function createDictionaryRegistry(
  findDocument: (name: string) => Dictionary | undefined,
  documentNames: () => readonly string[],
): DictionaryRegistry {
  const providers = new Map<string, DictionaryProvider>()
  return {
    register(name, provider) {
      if (providers.has(name)) throw new Error(`dictionary ${name} is registered twice`)
      providers.set(name, provider)
    },
    has: (name) => providers.has(name) || findDocument(name) !== undefined,
    names: () => [...new Set([...providers.keys(), ...documentNames()])],
    async find(name, args) {
      const provider = providers.get(name)
      if (provider) return provider(args)
      const document = findDocument(name)
      return document && optionsOf(document, args.strArg)
    },
  }
}

function optionsOf(document: Dictionary, strArg: string | undefined): readonly DictionaryOption[] {
  return document.options
    .filter((option) => option.parent === undefined || option.parent === strArg)
    .map(({ key, value, tone }) => (tone === undefined ? { key, value } : { key, value, tone }))
}
