import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** `::ffff:203.0.113.7` is how an IPv4 caller looks on a socket that takes both. */
const mappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** 允許來源 IP of a platform: addresses and networks of both families; an empty list lets everybody in. */
export class AddressList {
  readonly #list = new BlockList()
  readonly #isEmpty: boolean

  /** @param entries as the platform's form accepts them (`ipOrCidr`) */
  constructor(entries: readonly string[]) {
    this.#isEmpty = entries.length === 0
    for (const entry of entries) this.#add(entry)
  }

  has(address: string): boolean {
    if (this.#isEmpty) return true
    const plain = mappedPattern.exec(address)?.[1] ?? address
    if (isIPv4(plain)) return this.#list.check(plain, 'ipv4')
    return isIPv6(plain) && this.#list.check(plain, 'ipv6')
  }

  #add(entry: string): void {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) this.#list.addAddress(address, family)
    else this.#list.addSubnet(address, Number(bits), family)
  }
}
