import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** `::ffff:203.0.113.7` is an IPv4 caller on a socket that accepts both IPv4 and IPv6. */
const mappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Some proxies write the port too: `203.0.113.7:51234`, `[2001:db8::1]:51234`. */
const withPortPattern = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$|^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i

/** One entry of X-Forwarded-For as a plain address; null when it is none. */
function plainAddress(entry: string): string | null {
  const withPort = withPortPattern.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  const plain = mappedPattern.exec(address)?.[1] ?? address
  return isIP(plain) === 0 ? null : plain
}

/**
 * The trustworthy entries of X-Forwarded-For, without ports. Each proxy adds the caller that it saw on the right. Left of an entry that is
 * no address, everything was written by the sender, so it is dropped. Ports are removed, because they would make every connection of one
 * caller a different caller.
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

/** Runs before anything reads `request.ip`. TRUSTED_PROXIES decides which entries count. */
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

/**
 * Key by which callers are limited: the IPv4 address, or the /64 network of an IPv6 address, because a single customer can choose any
 * address in it.
 */
export function limitKeyOf(address: string): string {
  const plain = mappedPattern.exec(address)?.[1] ?? address
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  return `${networkOf(plain)}::/64`
}
