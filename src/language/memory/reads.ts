/** What was read of a document, or of a list of documents, so that a change of what was not read concerns nobody. */
export interface Reads {
  /** What a reader is given in place of the document. */
  readonly tracked: object
  /** The document that the notes are about. */
  target: object
  /** By name: what a member was. */
  readonly members: Map<string, MemberRead>
  /** All names, once they were asked for. */
  names: readonly string[] | null
}

interface MemberRead {
  readonly isThere: boolean
  /** Unset when only its existence was asked for. */
  read?: { readonly value: unknown; readonly deeper?: Reads }
}

/**
 * Members of a document whose own members are told apart: fields by name, forms by name. The others are given as they are, because steps
 * keep them in what they find.
 */
const partedMembers: ReadonlySet<string> = new Set(['properties', 'transitions', 'states', 'list', 'forms', 'actions', 'children'])

/**
 * Makes a stand-in for a document, or for a list of documents, that writes down what is read of it.
 *
 * @returns undefined for what is no such thing, e.g. a text
 */
export function trackReads(answer: unknown): Reads | undefined {
  if (Array.isArray(answer)) return trackList(answer)
  return isPlain(answer) ? trackObject(answer, partedMembers) : undefined
}

/** Every member of a list is read as if it had been asked for by itself. */
function trackList(list: readonly unknown[]): Reads {
  const members = new Map<string, MemberRead>()
  const tracked = list.map((value, index) => {
    const deeper = trackReads(value)
    members.set(String(index), { isThere: true, read: { value, ...(deeper && { deeper }) } })
    return deeper?.tracked ?? value
  })
  return { tracked, target: list, members, names: Object.keys(list) }
}

/** @param parted members of which it is written down what is read of them, not only that they are */
function trackObject(target: Members, parted: ReadonlySet<string>): Reads {
  const members = new Map<string, MemberRead>()
  const note = (name: string): MemberRead => {
    const known = members.get(name)
    if (known !== undefined) return known
    const member = { isThere: Object.hasOwn(target, name) }
    members.set(name, member)
    return member
  }
  const tracked = new Proxy(target, {
    get(_target, name) {
      if (typeof name === 'symbol') return Reflect.get(target, name)
      const member = note(name)
      // Members of every object, such as `toString`, are the same in all documents.
      if (!member.isThere) return Reflect.get(target, name)
      if (member.read === undefined) {
        const value = target[name]
        const deeper = parted.has(name) && isPlain(value) ? trackObject(value, new Set()) : undefined
        member.read = { value, ...(deeper && { deeper }) }
      }
      return member.read.deeper?.tracked ?? member.read.value
    },
    has(_target, name) {
      if (typeof name === 'string') note(name)
      return Reflect.has(target, name)
    },
    ownKeys() {
      reads.names = Object.keys(target)
      return Reflect.ownKeys(target)
    },
    getOwnPropertyDescriptor(_target, name) {
      if (typeof name === 'string') note(name)
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
  const reads: Reads = { tracked, target, members, names: null }
  return reads
}

/** True when everything that was read of a document is the same in another version of it, to which the notes are then moved. */
export function sameReads(reads: Reads, now: unknown): boolean {
  if (now === reads.target) return true
  if (typeof now !== 'object' || now === null || Array.isArray(now) !== Array.isArray(reads.target)) return false
  if (reads.names !== null && !sameNames(reads.names, Object.keys(now))) return false
  for (const [name, member] of reads.members) if (!isSameMember(member, name, now)) return false
  reads.target = now
  return true
}

function isSameMember({ isThere, read }: MemberRead, name: string, now: object): boolean {
  if (Object.hasOwn(now, name) !== isThere) return false
  if (read === undefined || !isThere) return true
  const value = (now as Members)[name]
  return value === read.value || (read.deeper !== undefined && sameReads(read.deeper, value))
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}

type Members = Readonly<Record<string, unknown>>

function isPlain(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
