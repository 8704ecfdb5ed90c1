import type { UserType } from '../../../rules/codes.generated.ts'
import { userType } from '../../../rules/codes.generated.ts'
import { type MatrixRole, type MatrixRow, matrixRoles, permissionMatrix } from './permissionMatrix.ts'

/**
 * Code of the system administrator role. Its holders may grant permissions that they do not have, and one enabled holder must always
 * remain.
 */
export const systemAdministratorRole = 'SYS'

export interface DefaultRole {
  readonly roleCode: string
  readonly roleName: string
  readonly userType: UserType
  readonly description: string
  readonly permissions: readonly string[]
}

const heads: readonly Omit<DefaultRole, 'permissions'>[] = [
  { roleCode: 'SYS', roleName: '系統管理員', userType: userType.staff, description: '管理帳號、角色、介接金鑰與參數；不做點數與帳務作業' },
  { roleCode: 'OPS', roleName: '營運人員', userType: userType.staff, description: '特約商、點數回饋、企業會員與日常營運' },
  { roleCode: 'FIN', roleName: '財務人員', userType: userType.staff, description: '關帳、開立發票與收付款' },
  { roleCode: 'FM', roleName: '財務主管', userType: userType.staff, description: '審核價格、調整單與票券，重開與作廢' },
  { roleCode: 'CS', roleName: '客服人員', userType: userType.staff, description: '會員點數查詢與客訴處理' },
  { roleCode: 'MKT', roleName: '行銷人員', userType: userType.staff, description: '行銷活動、票券與公告' },
  { roleCode: 'AUD', roleName: '稽核人員（唯讀）', userType: userType.staff, description: '檢視全部資料，不可異動' },
  { roleCode: 'MER', roleName: '特約商人員', userType: userType.merchant, description: '檢視自己公司的資料與對帳單' },
  { roleCode: 'CORP', roleName: '企業會員', userType: userType.corporate, description: '企業會員入口網，無後台功能' },
]

/** The roles of a new installation (domain 6). */
export const defaultRoles: readonly DefaultRole[] = heads.map((head) => ({ ...head, permissions: permissionsOf(head.roleCode) }))

/** All permissions of the matrix. */
export const matrixPermissions: ReadonlySet<string> = new Set(permissionMatrix.flatMap((row) => expand(row, 'VWAXU')))

/** The permissions that a role for merchant users may have: those of the default merchant role. */
export const merchantPermissions: ReadonlySet<string> = new Set(permissionsOf('MER'))

function permissionsOf(roleCode: string): readonly string[] {
  const role = matrixRoles.find((candidate) => candidate === roleCode)
  return role ? permissionMatrix.flatMap((row) => grantsOf(row, role)).sort() : []
}

function grantsOf(row: MatrixRow, role: MatrixRole): readonly string[] {
  const grant = row.grants[role]
  return grant ? expand(row, grant) : []
}

/** Expands `VWX+close` to the permissions of a row. */
function expand(row: MatrixRow, grant: string): readonly string[] {
  const [classes = '', ...single] = grant.split('+')
  const actions = [...classes].flatMap((letter) => actionsOf(row, letter))
  return [...new Set([...actions, ...single])].map((action) => `${row.resource}.${action}`)
}

function actionsOf(row: MatrixRow, letter: string): readonly string[] {
  if (letter === 'V') return ['view']
  const actions = letter === 'W' ? row.W : letter === 'A' ? row.A : letter === 'X' ? row.X : row.U
  return actions?.split(' ') ?? []
}
