/** OAuth client of the token endpoint: `console` for staff, `portal` for members. */
export type ClientId = 'console' | 'portal'

export const tokenPath = '/connect/token'

const scope = 'openid email phone profile offline_access roles loyalty_api'

/** Form body of a password login (specification, section 7). */
export function passwordForm(clientId: ClientId, username: string, password: string): URLSearchParams {
  return new URLSearchParams({ username, password, client_id: clientId, grant_type: 'password', scope })
}

/** Form body of a token refresh. */
export function refreshForm(clientId: ClientId, refreshToken: string): URLSearchParams {
  return new URLSearchParams({ refresh_token: refreshToken, client_id: clientId, grant_type: 'refresh_token' })
}
