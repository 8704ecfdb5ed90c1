/** An unsigned access token with the given claims, as the browser can read it. */
export function createAccessToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const payload = Buffer.from(JSON.stringify({ sub: '1', name: 'admin', fullname: '王小明', ...claims })).toString('base64url')
  return `header.${payload}.signature`
}
