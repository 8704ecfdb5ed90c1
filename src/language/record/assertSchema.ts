import { Ajv } from 'ajv'
import type { PlainSchema } from '../resolved.ts'

let rules: Ajv | undefined

/**
 * Compares a schema with the schema of schemas. Whoever compiles many of them asks here and turns the comparison of their own instances of
 * Ajv off, because each of these compiles the schema of schemas first: three quarters of the time that a form takes.
 *
 * @throws when it is none
 */
export function assertSchema(schema: PlainSchema): void {
  rules ??= new Ajv({ strict: false })
  void rules.validateSchema(schema, true)
}
