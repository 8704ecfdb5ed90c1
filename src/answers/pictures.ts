import Type from 'typebox'
import { type AnswerOf, Whole } from './shapes.ts'

/** A stored picture and its smaller copies; the members are attributes of `<img>`. */
export const Picture = Type.Object({
  /** Address of a copy of middle size. */
  src: Type.String(),
  /** Address and width of each copy. Empty for a picture of which there are none. */
  srcSet: Type.String(),
  /** Of the picture as stored, in pixels, upright. */
  width: Whole,
  height: Whole,
})
export type Picture = AnswerOf<typeof Picture>
