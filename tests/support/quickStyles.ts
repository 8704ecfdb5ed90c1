// Runs before each test file. A query by role asks for `display` and `visibility` of each element and of all around it, and jsdom matches its
// whole style sheet for each question: a quarter of what drawing costs here. Of most elements nothing but their tag decides. A click asks for
// `pointer-events`, a tenth of what tests with a user cost, and no element has one by its tag. So jsdom is asked once per tag, and as before
// about every other element, every other property, and where a page brings style sheets of its own.

type Styles = Window['getComputedStyle']
interface QuickStyles extends Styles {
  /** As jsdom computes them. */
  readonly exact: Styles
}

const setsInline = (element: Element, property: string) => /\ball\b/.test(styleOf(element)) || styleOf(element).includes(property)
const styleOf = (element: Element) => element.getAttribute('style')?.toLowerCase() ?? ''

/** Whether rules of jsdom's style sheet that set `display` look at more than the tag. */
function isPlain(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.hasAttribute('popover') || setsInline(element, 'display')) return false
  if (element.localName === 'input') return element.getAttribute('type')?.toLowerCase() !== 'hidden'
  return element.localName !== 'dialog' && element.localName !== 'summary'
}

/** Both are inherited: nothing may set them on the way up. */
function isAsUsual(element: Element, property: 'visibility' | 'pointer-events'): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if ((property === 'visibility' && each.hasAttribute('hidden')) || setsInline(each, property)) return false
  return true
}

/** The quick answer, or undefined where there is none. */
type Quick = (element: Element, property: unknown) => string | undefined

function quickAnswers(exact: Styles): Quick {
  const displays = new Map<string, string>()
  const displayOf = (element: Element) => {
    const tag = `${element.namespaceURI} ${element.localName}`
    const display = displays.get(tag) ?? exact(element).display
    displays.set(tag, display)
    return display
  }
  return (element, property) => {
    if (property === 'display' && isPlain(element)) return displayOf(element)
    if (property === 'pointerEvents' || property === 'pointer-events') return isAsUsual(element, 'pointer-events') ? 'auto' : undefined
    return property === 'visibility' && isAsUsual(element, 'visibility') ? 'visible' : undefined
  }
}

/** Stands for the styles of an element, and asks jsdom for them when there is no quick answer. */
function stylesOf(element: Element, quick: Quick, exact: Styles): CSSStyleDeclaration {
  let asked: CSSStyleDeclaration | undefined
  const whole = () => {
    asked ??= exact(element)
    return asked
  }
  const getPropertyValue = (name: string) => quick(element, name) ?? whole().getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_target, property) {
      if (property === 'getPropertyValue') return getPropertyValue
      const value: unknown = quick(element, property) ?? Reflect.get(whole(), property)
      return typeof value === 'function' ? value.bind(whole()) : value
    },
  })
}

function quicken(view: Window): void {
  // Files that share a worker share its window.
  if ('exact' in view.getComputedStyle) return
  const exact: Styles = view.getComputedStyle.bind(view)
  const quick = quickAnswers(exact)
  const styles: Styles = (element, pseudo) =>
    pseudo || element.ownerDocument.styleSheets.length > 0 ? exact(element, pseudo) : stylesOf(element, quick, exact)
  view.getComputedStyle = Object.assign(styles, { exact }) satisfies QuickStyles
}

/** The styles as jsdom computes them, for the test that compares. */
export const exactStyles = (view: Window): Styles => (view.getComputedStyle as QuickStyles).exact

if (typeof document !== 'undefined' && document.defaultView) quicken(document.defaultView)
