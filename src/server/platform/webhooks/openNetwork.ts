import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that are not the internet: this machine, its neighbours, the metadata services of clouds, what is reserved, and IPv6 addresses
 * that carry an IPv4 address within them.
 */
const closed = new BlockList()
const networks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]
/**
 * The only part of IPv6 from which addresses of the internet are given out. Everything else is closed without being named: translators to
 * IPv4 (64:ff9b:1::/48), old forms (::127.0.0.1, fec0::/10), and what a later standard sets apart.
 */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

for (const network of networks) {
  const [address = '', bits] = network.split('/')
  closed.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** True for an address of the internet. An IPv4 address written as IPv6 counts as what it is. */
export function isOpenAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 4) return !closed.check(plain, 'ipv4')
  return family === 6 && given.check(plain, 'ipv6') && !closed.check(plain, 'ipv6')
}

/** A name or an address leads to a network that is not the internet. */
class ClosedAddressError extends Error {
  constructor(host: string) {
    super(`${host} 不是網際網路上的位址`)
    this.name = 'ClosedAddressError'
  }
}

/** Resolves names only to the internet. Asked by the connection itself, so that a name cannot lead elsewhere between a check and the call. */
export const openLookup: LookupFunction = (host, options, callback) => {
  resolveName(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
    const open = error === null ? addresses.filter(({ address }) => isOpenAddress(address)) : []
    const [first] = open
    if (error !== null) callback(error, '', 0)
    else if (first === undefined) callback(new ClosedAddressError(host), '', 0)
    else if (options.all === true) callback(null, open)
    else callback(null, first.address, first.family)
  })
}
