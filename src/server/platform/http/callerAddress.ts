import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** `::ffff:203.0.113.7` is how an IPv4 caller looks on a socket that takes both. */
const mappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Some proxies write the port too: `203.0.113.7:51234`, `[2001:db8::1]:51234`. */
const withPortPattern = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$|^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i

/** One entry of X-Forwarded-For as a plain address; null for what is none. */
function plainAddress(entry: string): string | null {
  const withPort = withPortPattern.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  const plain = mappedPattern.exec(address)?.[1] ?? address
  return isIP(plain) === 0 ? null : plain
}

/**
 * The entries of X-Forwarded-For that can be believed to be addresses. Each proxy adds the caller that it saw on the right, so what stands left
 * of something that is no address was written by whoever sent it. A port would make every connection of one caller a caller of its own.
 */
export function plainForwarded(header: string): string {
  const plain: string[] = []
  for (const entry of header.split(',').reverse()) {
    const address = plainAddress(entry.trim())
    if (address === null) break
    plain.unshift(address)
  }
  return plain.join(', ')
}

/** Before anything asks for `request.ip`; which entries count is for TRUSTED_PROXIES to say. */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for']
    if (header === undefined) return
    const plain = plainForwarded([header].flat().join(','))
    if (plain === '') delete raw.headers['x-forwarded-for']
    else raw.headers['x-forwarded-for'] = plain
  })
}

/** The first four of the eight groups of an IPv6 address. */
function networkOf(address: string): string {
  const [before = '', after] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const filled =
    after === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Under which key callers are limited: an IPv4 address, or the /64 of an IPv6 one, which is what a single customer has to choose from. */
export function limitKeyOf(address: string): string {
  const plain = mappedPattern.exec(address)?.[1] ?? address
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  return `${networkOf(plain)}::/64`
}
