import type { CompanyTerms, Stream } from '../../points/public.ts'
import type { CallFacts } from '../facts/readFacts.ts'

/** What of a call its company, its outlet and its day decide; the same for all members. */
export interface KnownPlace {
  /** `facts_version` under which it was read. */
  readonly version: number
  /** Without a member. */
  readonly facts: CallFacts
  readonly terms: CompanyTerms
  readonly periods: readonly { readonly id: number; readonly stream: Stream; readonly status: string }[]
}

/** Company, outlet by either name, business date, kind of call. */
export type PlaceKey = readonly (string | undefined)[]

/** Far more than what is sold at one time; a place is about 2 KB. */
const placesMax = 5000

/**
 * Places as this process has read them. An entry may be old: `partner_open_many` compares its version in the same snapshot in which it reads the
 * member, and tells the place anew when it has changed, so a change counts from its commit on, in every process.
 */
export class PlaceCache {
  readonly #known = new Map<string, KnownPlace>()

  known(key: PlaceKey): KnownPlace | undefined {
    return this.#known.get(JSON.stringify(key))
  }

  keep(key: PlaceKey, place: KnownPlace): void {
    const name = JSON.stringify(key)
    // The one that was read longest ago makes room.
    this.#known.delete(name)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= placesMax && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, place)
  }
}
