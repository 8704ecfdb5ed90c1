import { productName } from './brand/BrandMark.tsx'

/** Names the page in the browser's title; React moves the element into the head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title}｜${productName}`}</title>
}
