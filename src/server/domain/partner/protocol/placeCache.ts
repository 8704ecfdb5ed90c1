import type { CompanyTerms, Stream } from '../../points/public.ts'
import type { CallFacts } from '../facts/readFacts.ts'

/** The facts of a call that depend on company, outlet and day only, so they are the same for all members. */
export interface KnownPlace {
  /** `facts_version` under which it was read. */
  readonly version: number
  /** Without a member. */
  readonly facts: CallFacts
  /** Campaigns of the place for listed members. */
  readonly lists: readonly number[]
  readonly terms: CompanyTerms
  readonly periods: readonly { readonly id: number; readonly stream: Stream; readonly status: string }[]
}

/** Company, outlet by either name, business date, kind of call. */
export type PlaceKey = readonly (string | undefined)[]

/** More than the outlets that sell at one time; one place takes about 2 KB. */
const placesMax = 5000

/**
 * Places as this process has read them. An entry may be outdated: `partner_open_calls` compares its version in the snapshot in which it
 * reads the member, and returns the place again when it has changed. So a change counts from its commit on, in every process.
 */
export class PlaceCache {
  readonly #known = new Map<string, KnownPlace>()

  known(key: PlaceKey): KnownPlace | undefined {
    return this.#known.get(JSON.stringify(key))
  }

  keep(key: PlaceKey, place: KnownPlace): void {
    const name = JSON.stringify(key)
    // The place that was read longest ago is dropped.
    this.#known.delete(name)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= placesMax && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, place)
  }
}
