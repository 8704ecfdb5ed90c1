import type { LightMyRequestResponse } from 'fastify'
import type { RoleMatrix } from '../../src/answers/roleMatrix.ts'
import type { Entity } from '../../src/language/documents/entity.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import type { TestSession } from './identitySession.ts'
import { sendCall } from './routeWalk.ts'
import type { Row } from './rows.ts'

/** A screen for a role. */
export interface AskedForms {
  readonly role: string
  readonly session: TestSession
  readonly screen: ResolvedScreen
  readonly entity: Entity
  /** Records of the screen; those that the role can see, if there are any. */
  readonly rows: readonly Row[]
}

type Mode = 'create' | 'edit'

/** What the server says of the fields of a body; or the status with which it refuses every body. */
type Answered = { readonly filled: ReadonlySet<string>; readonly unread: readonly string[] } | number

/**
 * Asks for every screen and role which fields the API lets the forms fill in, and compares with what the matrix says.
 *
 * @returns a line for each difference, in either direction
 */
export async function wrongFills(matrix: RoleMatrix, forms: readonly AskedForms[]): Promise<readonly string[]> {
  const answers: (readonly [AskedForms, Mode, Answered])[] = []
  for (const asked of forms) answers.push([asked, 'create', await createdFields(asked)], [asked, 'edit', await editedFields(asked)])
  const keyOf = ({ screen }: AskedForms, mode: Mode) => `${screen.uri} ${mode}`
  const served = new Set(answers.flatMap(([asked, mode, found]) => (found === 404 ? [] : [keyOf(asked, mode)])))
  return answers.flatMap(([asked, mode, found]) => {
    const said = saidOf(matrix, asked, mode)
    const reach = linesOf(matrix, asked)[0]?.cell
    const name = `${keyOf(asked, mode)} ${asked.role}`
    if (typeof found !== 'number') {
      // The own company of a merchant is put into every record, and where merchants have no records, all is refused at once.
      const unread = reach === 'nothing' ? [] : found.unread.filter((one) => reach !== 'own' || one !== asked.entity.scope)
      return [...differences(said, found.filled), ...unread.map((one) => `${one}: neither read nor refused`)].map(
        (text) => `${name} ${text}`,
      )
    }
    // There is no such call where nobody has a button for it, and no record for those who see none. Others lack the permission.
    const isAbsent = !served.has(keyOf(asked, mode)) || reach === 'nothing'
    const isRefused = found === 403 || (found === 404 && isAbsent)
    return isRefused && said.size === 0 ? [] : [`${name}: ${found}, but the matrix says ${[...said].join(' ') || 'nothing'}`]
  })
}

/** What the matrix says of a screen to a role: first of the whole screen. */
function linesOf({ roles, lines }: RoleMatrix, { role, screen }: AskedForms) {
  const index = roles.findIndex(({ code }) => code === role)
  const ofScreen = lines.filter(({ uri }) => uri === screen.uri)
  return ofScreen.map(({ name, cells, fills }) => ({ name, cell: cells[index], fill: fills?.[index] }))
}

function saidOf(matrix: RoleMatrix, asked: AskedForms, mode: Mode): ReadonlySet<string> {
  return new Set(linesOf(matrix, asked).flatMap(({ name, fill }) => (fill === 'both' || fill === mode ? [name] : [])))
}

function differences(said: ReadonlySet<string>, found: ReadonlySet<string>): readonly string[] {
  return [
    ...[...said].filter((name) => !found.has(name)).map((name) => `${name}: only the matrix fills it in`),
    ...[...found].filter((name) => !said.has(name)).map((name) => `${name}: only the API fills it in`),
  ]
}

function createdFields({ session, screen, entity }: AskedForms): Promise<Answered> {
  return askedFields(entity, (body) => sendCall(session, screen.api.create, {}, body))
}

/** A record that nobody has. Whoever may edit gets 404 for it, and whoever may not 403. */
const noRecord = { id: 4_000_000_000_000, rowVersion: 1 }

/** Of the first record that is in a state for it. */
async function editedFields({ session, screen, entity, rows }: AskedForms): Promise<Answered> {
  let found: Answered = 409
  for (const { id, rowVersion } of rows.length > 0 ? rows : [noRecord]) {
    found = await askedFields(entity, (body) => sendCall(session, screen.api.update, { id }, { ...body, rowVersion }))
    if (found !== 409) return found
  }
  return found
}

/**
 * Sends a body that no form would send: every field has a value of a wrong kind. The server names the fields that no form fills in. Of the
 * others, those count of whose values it complains when asked again. What is left was neither read nor refused.
 */
async function askedFields(entity: Entity, send: (body: object) => Promise<LightMyRequestResponse>): Promise<Answered> {
  const whole = Object.fromEntries(Object.entries(entity.properties).map(([name, { type }]) => [name, type === 'string' ? 1 : 'x']))
  const first = await send(whole)
  if (first.statusCode !== 400) return first.statusCode
  const refusals = textsOf(first)
  const filled = new Set<string>()
  let left = Object.keys(whole).filter((name) => !refused.test(refusals[name] ?? ''))
  // Some rules look at a field only when the others are sound, so what nothing was said of is asked for alone.
  for (let count = -1; left.length > 0 && count !== left.length; left = left.filter((name) => !filled.has(name))) {
    count = left.length
    const answer = await send(Object.fromEntries(left.map((name) => [name, whole[name]])))
    const texts = textsOf(answer)
    for (const name of left) if (!missing.test(texts[name] ?? '必填')) filled.add(name)
    // Nobody gives a record away to another company, whatever else is in the body.
    if (answer.statusCode === 403) left = left.filter((name) => name !== entity.scope)
  }
  return { filled, unread: left }
}

/** Said of a field that no form of the screen fills in. */
const refused = /(由系統產生，不可輸入|不可修改)$/

/** Said of a field without a value: what was sent in it was not read. */
const missing = /必填$/

/** The texts by field; none when the body was taken. */
function textsOf(answer: LightMyRequestResponse): Readonly<Record<string, string>> {
  const isByField = String(answer.headers['content-type']).includes('json')
  if (answer.statusCode >= 500 || (answer.statusCode === 400 && !isByField)) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 400 ? answer.json<Record<string, string>>() : {}
}
