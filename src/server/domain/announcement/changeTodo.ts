import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { TodoCards } from '../../../answers/noticeboard.ts'
import { approvePermission, changeFields, decidesChanges } from '../../../language/entity/changeDecisions.ts'
import { parseListQuery } from '../../../language/query/listQuery.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { Actor } from '../../platform/actor.ts'

/**
 * Cards for changes that wait for a second person in entities that analysts have added. Each is counted by the list that it leads to, so
 * permissions and row scope are those of the screen.
 */
export async function readChangeTodo(app: FastifyInstance, actor: Actor): Promise<Static<typeof TodoCards>> {
  const { screens, entities } = app.documents.current()
  const asked = [...screens.values()].flatMap((screen) => {
    const entity = entities.get(screen.entity.name)
    if (entity === undefined || !decidesChanges(entity) || !mayDecide(screen, actor)) return []
    const { query, problems } = parseListQuery(new URLSearchParams(waiting), screen.list)
    return problems.length > 0 ? [] : [{ screen, query }]
  })
  const counts = await app.records.counts(
    asked.map(({ screen, query }) => {
      const restricted = app.documents.restricted(screen, actor)
      return [{ actor, screen: restricted, entity: screen.entity.name, now: app.clock.now(), db: app.db }, { query }] as const
    }),
  )
  const cards = asked.map(({ screen: { uri, title } }, index) => ({
    key: `change ${uri}`,
    title: `待審變更：${title}`,
    count: counts[index] ?? 0,
    uri: `${uri}?${waiting}`,
  }))
  return cards.filter(({ count }) => count > 0)
}

const waiting = `${changeFields.isWaiting}=true`

function mayDecide(screen: ResolvedScreen, { permissions }: Actor): boolean {
  const isOffered = Object.hasOwn(screen.actions, 'approveChange')
  return isOffered && ['view', approvePermission].every((part) => permissions.has(`${screen.resource}.${part}`))
}
