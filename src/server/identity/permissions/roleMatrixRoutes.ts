import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { RoleMatrix } from '../../../answers/roleMatrix.ts'
import type { RoleView } from '../../../language/authoring/explain.ts'
import { roleMatrix, roleMatrixCsv } from '../../../language/authoring/roleMatrix.ts'
import { userType } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'

/** Who may see what screens are made of may also see who may use them. */
const permission = 'settings.screens.view'

interface RoleRow {
  readonly code: string
  readonly name: string
  readonly userType: string
  readonly permissions: readonly string[]
}

/** `GET /api/account/role_matrix`: what each enabled role may see and do on each screen, by its grants and the documents of now. */
export function serveRoleMatrix(app: FastifyInstance): void {
  const matrix = async () => {
    const { screens, entities } = app.documents.current()
    return roleMatrix(screens.values(), entities, await findConsoleRoles(app.db))
  }
  const routes = typedRoutes(app)
  routes.get('/api/account/role_matrix', { config: { permission }, schema: { response: { 200: RoleMatrix } } }, matrix)
  routes.get(
    '/api/account/role_matrix/csv',
    { config: { permission }, schema: { response: { 200: contentAnswer('text/csv') } } },
    async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="role-matrix.csv"')
        .send(roleMatrixCsv(await matrix())),
  )
}

/** Roles for the console, without those of corporate members, who use the portal. */
async function findConsoleRoles(db: Executor): Promise<readonly RoleView[]> {
  const { rows } = await sql<RoleRow>`
    select role_code as code, role_name as name, user_type as "userType", permissions from app_role
    where is_enabled and user_type <> ${userType.corporate} order by user_type, role_code`.execute(db.withoutPlugins())
  return rows.map(({ code, name, permissions, ...row }) => ({
    code,
    name,
    permissions: new Set(permissions),
    isScoped: row.userType === userType.merchant,
  }))
}
