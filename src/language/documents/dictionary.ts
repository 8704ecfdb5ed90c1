import Type, { type Static } from 'typebox'
import { type IconName, iconNames } from '../../rules/iconNames.ts'
import { closed, DictionaryName, Title } from './schemaParts.ts'
import { tones } from './vocabulary.ts'

/** A fixed list of keys and labels (`schemas/dictionaries`). Keys are always texts. */
export const Dictionary = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: DictionaryName,
    title: Title,
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    options: Type.Array(
      Type.Object(
        {
          key: Type.String({ minLength: 1, maxLength: 50 }),
          /** Name of the option in code: `couponSource.supplier` instead of `'2'`. Only dictionaries that code uses have names. */
          name: Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 40 })),
          value: Title,
          tone: Type.Optional(Type.Unsafe<(typeof tones)[number]>({ type: 'string', enum: [...tones] })),
          /** The key of the option until now: stored values with it get the new one. */
          renamedFrom: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
          /** Shown only when `strArg` equals it (dependent dictionaries). */
          parent: Type.Optional(Type.String({ maxLength: 50 })),
        },
        closed,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  closed,
)
export type Dictionary = Static<typeof Dictionary>

const Icon = Type.Unsafe<IconName>({ type: 'string', enum: [...iconNames] })

/** Groups and order of the side menu (domain 4.0). Screens that are not listed come last in their group. */
export const Menu = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    groups: Type.Array(
      Type.Object(
        {
          uri: Type.String({ pattern: '^/[a-z_]+$' }),
          displayName: Title,
          matIcon: Icon,
          items: Type.Array(
            Type.Union([
              Type.String({ pattern: '^[a-z_0-9]+$' }),
              /** A screen whose name in the menu differs from its title. */
              Type.Object({ screen: Type.String({ pattern: '^[a-z_0-9]+$' }), displayName: Title }, closed),
              /** A page of the console that is not drawn from a document (change_password). Without a permission, every user sees it. */
              Type.Object(
                {
                  page: Type.String({ pattern: '^[a-z_0-9]+$' }),
                  displayName: Title,
                  matIcon: Icon,
                  permission: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*){2}$', maxLength: 120 })),
                },
                closed,
              ),
            ]),
          ),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
)
export type Menu = Static<typeof Menu>
