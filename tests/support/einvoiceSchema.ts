import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import type { MessageCode } from '../../src/server/domain/accounting/testing.ts'

const schemas = new URL('../../src/server/domain/accounting/einvoice/schema/', import.meta.url)
const validators = new Map<MessageCode, XsdValidator>()

/** libxml2's validator for the schema of a message; schemas include others by file path. */
function validatorOf(code: MessageCode): XsdValidator {
  const known = validators.get(code)
  if (known) return known
  xmlRegisterFsInputProviders()
  const url = new URL(`${code}.xsd`, schemas).href
  const schema = XmlDocument.fromString(`<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
    ><xs:import namespace="urn:GEINV:eInvoiceMessage:${code}:4.1" schemaLocation="${url}"/></xs:schema>`)
  const validator = XsdValidator.fromDoc(schema)
  schema.dispose()
  validators.set(code, validator)
  return validator
}

/** Errors of libxml2 for a message; null when it is valid. */
export function schemaErrorOf(code: MessageCode, xml: string): string | null {
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromString(xml)
    validatorOf(code).validate(document)
    return null
  } catch (error) {
    return String(error)
  } finally {
    document?.dispose()
  }
}
