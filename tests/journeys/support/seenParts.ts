/** What a page is asked for. */
export interface Asked {
  /** Of axe; none for all of them, and for the classes too. */
  readonly rules: readonly string[]
  /** Whether it is to be dark meanwhile, and light afterwards. */
  readonly isDark: boolean
  /** {@link PaintedAlike.begin} */
  readonly settled: readonly number[]
  /** Marks of the parts that were judged before, on any page. */
  readonly seen: readonly number[]
}

/** Calculates a number from a text; equal numbers are taken for equal texts. */
type NumberOf = (text: string) => number

/**
 * Knows which parts of a page were without fault when they were judged before, and are the same now, letter by letter and colour by colour:
 * groups of the menu, of which each screen changes two, and what lies behind an open dialog. Runs within the page, so it uses nothing from
 * outside.
 */
export class SeenParts {
  readonly #numberOf: NumberOf
  #judged: readonly number[] = []

  constructor(numberOf: NumberOf) {
    this.#numberOf = numberOf
  }

  /** @returns the parts that need no second look */
  begin({ rules, seen }: Asked): readonly Element[] {
    const known = new Set(seen)
    const theme = document.documentElement.getAttribute('data-bs-theme')
    const isDialogOpen = document.querySelector('.modal, .offcanvas') !== null
    const parts = [...document.querySelectorAll('#sidebar .sidebar-nav > ul > li, #main > *')].map((element) => {
      const around = `${innerWidth} ${theme} ${rules.join()} ${this.#around(element)}`
      return { element, mark: this.#numberOf(`${around} ${this.#colours(element)} ${element.outerHTML}`) }
    })
    const leftOut = parts.filter(({ element, mark }) => known.has(mark) && (isDialogOpen || element.tagName === 'LI'))
    // What is seen first behind a dialog is judged in earnest when the dialog is closed.
    this.#judged = isDialogOpen ? [] : parts.map(({ mark }) => mark).filter((mark) => !known.has(mark))
    return leftOut.map(({ element }) => element)
  }

  /** @returns marks of what was judged; call it when there was no fault */
  end(): readonly number[] {
    return this.#judged
  }

  /** Of all that is shown: a style sheet that came later may have changed them. */
  #colours(part: Element): string {
    const shown = [part, ...part.querySelectorAll('*')].filter((element) => element.checkVisibility())
    const coloursOf = ({ color, backgroundColor }: CSSStyleDeclaration) => `${color} ${backgroundColor}`
    return shown.map((element) => coloursOf(getComputedStyle(element))).join()
  }

  /** What its place can do to the look of a part. */
  #around(element: Element): string {
    const up = element.parentElement
    if (up === null || up === document.body) return ''
    return `${this.#around(up)} ${up.tagName}.${up.className} ${up.getAttribute('style') ?? ''}`
  }
}
