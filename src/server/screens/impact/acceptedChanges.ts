import type { Static } from 'typebox'
import type { AcceptedChanges as Answer } from '../../../answers/acceptedChanges.ts'
import { roleMatrix } from '../../../language/authoring/roleMatrix.ts'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import type { Known } from '../../../language/catalog/known.ts'
import { catalogImpact } from '../../../language/impact/catalogImpact.ts'
import { namedHooks } from '../../../language/impact/namedHooks.ts'
import { renamesByScreen } from '../../../language/impact/renames.ts'
import { roleImpact } from '../../../language/impact/roleImpact.ts'
import { storedImpacts } from '../../../language/impact/storedImpacts.ts'
import type { Database } from '../../platform/database/tables.ts'
import { inSlices } from '../inSlices.ts'
import { countText } from './countText.ts'
import { findStoredImpact, readInstallation } from './installation.ts'
import { findBrokenQueries, keptQueriesText } from './keptQueries.ts'
import { findUnknownHooks, unknownHookText } from './unknownHooks.ts'

type Told = Static<typeof Answer>[number]

interface Accepted {
  readonly at: Date
  readonly before: Catalog
  readonly after: Catalog
  /** Found out when somebody asks for the first time, with the roles and records of that time. */
  impact?: Promise<Told> | undefined
}

/** Changes of documents that this process has accepted since its start. */
const keptMax = 10

/** Who is touched by the newest changes of documents, for those who look after them. */
export class AcceptedChanges {
  #kept: readonly Accepted[] = []
  readonly #known: Known

  /** @param known names defined by code, with which the documents were checked */
  constructor(known: Known) {
    this.#known = known
  }

  /** The first documents of an installation change nothing for anybody. */
  add(before: Catalog, after: Catalog, at: Date): void {
    if (before.files.size > 0) this.#kept = [{ at, before, after }, ...this.#kept].slice(0, keptMax)
  }

  /** Newest first; without those that touch nobody, such as a note to maintainers. */
  async read(db: Database): Promise<Told[]> {
    const told: Told[] = []
    for (const one of this.#kept) {
      one.impact ??= this.#describe(db, one)
      told.push(await one.impact)
    }
    return told.filter(({ parts }) => parts.length > 0)
  }

  /** A failure is forgotten, so that the next reader asks again. */
  #describe(db: Database, one: Accepted): Promise<Told> {
    return describe(db, one, this.#known).catch((error: unknown) => {
      one.impact = undefined
      throw error
    })
  }
}

async function describe(db: Database, { at, before, after }: Accepted, known: Known): Promise<Told> {
  const parts = catalogImpact(before, after)
  if (parts.length === 0) return { at, parts: [], fields: [], roles: [] }
  const { roles, users } = await readInstallation(db)
  const stored = await findStoredImpact(db, storedImpacts(before, after))
  const queries = await findBrokenQueries(db, before, after)
  const hooks = await findUnknownHooks(db, namedHooks(before, after))
  const matrixOf = ({ screens, entities }: Catalog) => roleMatrix(screens.values(), entities, roles)
  const linesOf = ({ kind, name, lines }: (typeof parts)[number]) => [
    ...lines,
    ...stored.flatMap((one) => (kind === 'entity' && one.entity === name ? [countText(one)] : [])),
    ...hooks.flatMap((one) => (kind === 'entity' && one.entity === name ? [unknownHookText(one)] : [])),
    ...queries.flatMap((one) => (kind === 'screen' && one.uri === name ? [keptQueriesText(one)] : [])),
  ]
  return {
    at,
    parts: parts.map((part) => ({ ...part, lines: linesOf(part) })),
    fields: await findLostPlaces(before, after, known),
    roles: roleImpact(matrixOf(before), matrixOf(after), renamesByScreen(before, after)).map((one) => ({
      ...one,
      lines: [...one.lines],
      users: users.get(one.role) ?? 0,
    })),
  }
}

/** Where the former documents name what the change loses: an author finds there what else had to be edited, a reviewer what is gone. */
async function findLostPlaces(before: Catalog, after: Catalog, known: Known): Promise<Told['fields']> {
  const { lostFieldSteps, lostFieldText } = await import('../../../language/impact/fieldUses.ts')
  const lost = await inSlices(lostFieldSteps(asWritten(before), asWritten(after), known))
  return lost.flatMap((one) => {
    const uses = [...one.uses].map(([file, pointers]) => ({ file, pointers: [...pointers] }))
    return uses.length === 0 ? [] : [{ text: lostFieldText(one), uses }]
  })
}

const asWritten = (catalog: Catalog) => ({ catalog, files: [...catalog.files].map(([path, { text }]) => ({ path, text })) })
