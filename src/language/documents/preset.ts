import Type, { type Static } from 'typebox'
import { closed, Name, Title } from './schemaParts.ts'

/** Parts of documents for which a preset can be used. */
export const partKinds = ['entity', 'property', 'transition', 'input', 'list', 'form', 'tab', 'group', 'action', 'child'] as const
export type PartKind = (typeof partKinds)[number]

const ParameterName = '^[a-z][A-Za-z0-9]*$'

/** A block shared by several documents (`schemas/presets`). A document names it with `use`, as if the block were written there. */
export const Preset = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Name,
    title: Title,
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    for: Type.Unsafe<PartKind>({ type: 'string', enum: [...partKinds] }),
    parameters: Type.Optional(
      Type.Record(Type.String({ pattern: ParameterName }), Type.Object({ title: Title, default: Type.Optional(Type.Unknown()) }, closed)),
    ),
    content: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', minProperties: 1 }),
  },
  closed,
)
export type Preset = Static<typeof Preset>
