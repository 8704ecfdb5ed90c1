/** The signed-in user, from the claims of the access token; field names as in the specification, section 3. */
export interface SignedInUser {
  readonly sub: string
  readonly name: string
  readonly fullname: string
  readonly email: string
  readonly jobtitle: string
  readonly phone_number: string
  readonly roles: readonly string[]
  readonly ask_change_password: boolean
  readonly ask_warn_password: boolean
  /** YYYY-MM-DD, or `----/--/--` when the token has none. */
  readonly limitDate: string
  /** Dictionary UserType: 1 platform staff, 2 merchant, 3 corporate member. */
  readonly userType: string
  readonly companyNo: string
  readonly companyName: string
  readonly companyType: string
  readonly rewardPointId: string
  readonly isEnabled: boolean
}

export interface ParsedClaims {
  readonly user: SignedInUser
  readonly permissions: readonly string[]
}

const limitDatePlaceholder = '----/--/--'

type Claims = Readonly<Record<string, unknown>>

/**
 * Reads user and permissions from an access token. The signature is not checked here, because the server checks every call.
 *
 * @throws TypeError when the token is no JWT with a JSON payload
 */
export function parseAccessToken(accessToken: string): ParsedClaims {
  const claims = decodePayload(accessToken)
  const configuration = parseConfiguration(claims.configuration)
  const user: SignedInUser = {
    sub: text(claims.sub),
    name: text(claims.name),
    fullname: text(claims.fullname),
    email: text(claims.email),
    jobtitle: text(claims.jobtitle),
    phone_number: text(claims.phone_number),
    roles: list(claims.role),
    ask_change_password: flag(configuration.askedChangePassword),
    ask_warn_password: flag(configuration.askedWarnPassword),
    limitDate: text(configuration.limitDate) || limitDatePlaceholder,
    userType: text(claims.userType),
    companyNo: text(claims.companyNo),
    companyName: text(claims.companyName),
    companyType: text(claims.companyType),
    rewardPointId: text(claims.rewardPointId),
    isEnabled: flag(claims.isEnabled),
  }
  return { user, permissions: list(claims.permission) }
}

function decodePayload(accessToken: string): Claims {
  const payload = accessToken.split('.')[1]
  if (!payload) throw new TypeError('The access token is no JWT')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof claims !== 'object' || claims === null) throw new TypeError('The access token has no claims')
  return claims as Claims
}

/** The `configuration` claim is a JSON string; it may be absent. */
function parseConfiguration(configuration: unknown): Claims {
  if (typeof configuration !== 'string' || configuration === '') return {}
  const parsed: unknown = JSON.parse(configuration)
  return typeof parsed === 'object' && parsed !== null ? (parsed as Claims) : {}
}

function text(claim: unknown): string {
  return claim === undefined || claim === null ? '' : String(claim)
}

/** A claim with one value or a list, because JWT libraries write a single value without a list. */
function list(claim: unknown): readonly string[] {
  if (claim === undefined || claim === null) return []
  return Array.isArray(claim) ? claim.map(String) : [String(claim)]
}

function flag(claim: unknown): boolean {
  return claim === true || String(claim).toLowerCase() === 'true'
}
