/** An IPv4 or IPv6 address, or a network in CIDR form (`10.0.0.0/8`). */
export function isIpOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || text.length > 43) return false
  const width = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0
  if (width === 0) return false
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= width)
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const embedded = isIpv4(last)
  const plain = embedded ? groups.slice(0, -1) : groups
  if (!plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  const count = plain.length + (embedded ? 2 : 0)
  return halves.length === 2 ? count <= 7 : count === 8
}
