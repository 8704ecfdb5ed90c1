/** A call of the server, as the OpenAPI description tells it. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** The area it belongs to: the address of a screen, or the first parts of the path. */
  readonly tag: string
  readonly summary: string
  readonly permission: string
  readonly parameters: readonly Parameter[]
  /** Schema of the JSON body; undefined without one. */
  readonly body: unknown
  readonly answers: readonly { readonly status: string; readonly text: string; readonly schema: unknown }[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: { readonly type?: unknown; readonly enum?: readonly unknown[] }
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly 'x-permission'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, { readonly description?: string } & Content>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>
}

/** All calls, area by area in the order of their paths. */
export function operationsOf({ paths }: ApiDescription): readonly Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => operationOf(method, path, described)))
    .sort((first, second) => first.tag.localeCompare(second.tag, 'en') || first.path.localeCompare(second.path, 'en'))
}

function operationOf(method: string, path: string, described: DescribedOperation): Operation {
  return {
    method: method.toUpperCase(),
    path,
    tag: described.tags?.[0] ?? '',
    summary: described.summary ?? '',
    permission: described['x-permission'] ?? '',
    parameters: described.parameters ?? [],
    body: schemaOf(described.requestBody),
    answers: Object.entries(described.responses ?? {}).map(([status, answer]) => ({
      status,
      text: answer.description ?? '',
      schema: schemaOf(answer),
    })),
  }
}

function schemaOf(holder: Content | undefined): unknown {
  return Object.values(holder?.content ?? {}).find(({ schema }) => schema !== undefined)?.schema
}

/** Calls in which every word of the text is found: in path, summary, permission or method. */
export function searchOperations(operations: readonly Operation[], text: string): readonly Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ method, path, tag, summary, permission }) => {
    const said = `${method} ${path} ${tag} ${summary} ${permission}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}

export function groupByTag(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return [...groups]
}
