type Judge = (this: Asked, node: Element, ...others: unknown[]) => boolean | undefined
interface Asked {
  readonly data: (found: { readonly messageKey?: string } | null) => void
}
interface Rule {
  readonly id: string
  matches: (this: Rule, node: Element, ...others: unknown[]) => boolean
}
/** The part of axe that this needs. */
interface Axe {
  readonly _audit: { readonly checks: Readonly<Record<string, { evaluate: Judge }>>; readonly rules: readonly Rule[] }
  readonly commons: { readonly dom: { readonly isVisibleOnScreen: (node: Element) => boolean } }
}

/** Something out of the flow with a background of its own, and where it lies. */
interface Layer {
  readonly element: Element
  readonly place: DOMRect
}

/**
 * Knows which texts of a page are painted alike. Runs within the page, so it uses nothing from outside. Paint is one number for the styles of
 * all elements from the page down to a text, and of the layers at its place. The contrast of texts with the same paint is the same, so that
 * it is judged once: it passes, or axe cannot tell because of a picture behind it. One that fails, or that something covers in part, is
 * judged again.
 */
export class PaintedAlike {
  readonly #looks = new Map<Element, string>()
  readonly #chains = new Map<Element, number>()
  #layers: readonly Layer[] = []
  #unjudged: ReadonlySet<Element> = new Set()
  #walked: ReadonlySet<Node> = new Set()
  #known = new Set<number>()
  readonly #settled = new Set<number>()

  constructor(axe: Axe) {
    this.#lookOnlyAtUnjudged(axe)
    this.#judgeOnce(axe)
    this.#walkOnlyAround()
  }

  /**
   * Finds the texts that are to be judged: in a table not those painted like one above in their column.
   *
   * @param settled of all pages @param leftOut parts of the page in which nothing is judged
   */
  begin(settled: readonly number[], leftOut: readonly Element[]): void {
    this.#looks.clear()
    this.#chains.clear()
    this.#layers = this.#findLayers()
    this.#known = new Set(settled)
    // The rule judges what has text of its own, and controls.
    const isText = ({ childNodes }: Element) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const isJudged = (element: Element) => element.matches('input, select, textarea') || isText(element)
    const isLeftOut = (element: Element) => leftOut.some((part) => part.contains(element))
    const texts = [...document.querySelectorAll('body *:not(option)')].filter((element) => isJudged(element) && !isLeftOut(element))
    const inColumns = this.#alikeInColumns(texts)
    this.#unjudged = new Set(texts.filter((element) => !inColumns.has(element) && !this.#known.has(this.#paintOf(element))))
    this.#walked = this.#findWalked()
  }

  /** @returns paint that has been settled since the beginning */
  end(): readonly number[] {
    const found = [...this.#settled]
    this.#settled.clear()
    return found
  }

  #lookOnlyAtUnjudged({ _audit }: Axe): void {
    const rule = _audit.rules.find(({ id }) => id === 'color-contrast')
    if (!rule) throw new Error('axe has no rule of contrasts')
    const { matches } = rule
    const isUnjudged = (node: Element) => this.#unjudged.has(node)
    rule.matches = function matchesUnjudged(node, ...others) {
      return isUnjudged(node) && matches.call(this, node, ...others)
    }
  }

  #judgeOnce({ _audit, commons }: Axe): void {
    const check = _audit.checks['color-contrast']
    if (!check) throw new Error('axe has no check of contrasts')
    const judge = check.evaluate
    const settledBy = ['bgImage', 'bgGradient', 'imgNode', 'pseudoContent', 'shortTextContent']
    const knownOf = (paint: number) => this.#known.has(paint)
    const settle = (paint: number) => [this.#known, this.#settled].map((each) => each.add(paint))
    const paintOf = (node: Element) => this.#paintOf(node)
    check.evaluate = function judgeOnce(node, ...others) {
      const paint = paintOf(node)
      if (knownOf(paint)) return true
      let reason: string | undefined
      const data: Asked['data'] = (found) => {
        reason = found?.messageKey
        this.data(found)
      }
      const result = judge.call({ ...this, data }, node, ...others)
      const isUnclear = result === undefined && settledBy.includes(reason ?? '')
      if (isUnclear || (result === true && commons.dom.isVisibleOnScreen(node))) settle(paint)
      return result
    }
  }

  /**
   * For contrasts axe walks through the whole page, and asks for each element what it lies on. It needs those that lie at the place of a text
   * that is judged, and what is around them. Other walks of axe, and of the page, go on as they are.
   */
  #walkOnlyAround(): void {
    const walkAll = document.createTreeWalker.bind(document)
    const isWalked = (node: Node) => this.#walked.has(node)
    document.createTreeWalker = (root, whatToShow, filter) => {
      const isForContrasts = root === document.body && whatToShow === NodeFilter.SHOW_ELEMENT && filter === null
      return walkAll(root, whatToShow, isForContrasts ? (node) => (isWalked(node) ? 1 : 2) : filter)
    }
  }

  #findWalked(): ReadonlySet<Node> {
    const places = this.#placesOfInterest()
    const walked = new Set<Node>()
    const isNear = (one: DOMRect) =>
      places.some(({ left, right, top, bottom }) => one.left <= right && one.right >= left && one.top <= bottom && one.bottom >= top)
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element.matches('dialog') || [...element.getClientRects()].some(isNear))) continue
      for (let at: Element | null = element; at !== null && !walked.has(at); at = at.parentElement) walked.add(at)
    }
    return walked.add(document.body)
  }

  /** Where texts lie that are judged, and links within a text, which are compared with it; and the middle of all that scrolls around them. */
  #placesOfInterest(): readonly DOMRect[] {
    const blockOf = (link: Element) => {
      let block = link.parentElement
      while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
      return block
    }
    const isInText = (link: Element) => blockOf(link)?.textContent?.trim() !== link.textContent?.trim()
    const links = [...document.querySelectorAll('a, [role=link]')].filter(isInText)
    const blocks = links.flatMap((link) => blockOf(link) ?? [])
    const ofInterest = new Set([...this.#unjudged, ...links, ...blocks])
    const around = new Set<Element>()
    for (const element of ofInterest)
      for (let at = element.parentElement; at !== null && !around.has(at); at = at.parentElement) around.add(at)
    const middleOf = ({ x, y, width, height }: DOMRect) => new DOMRect(x + width / 2 - 1, y + height / 2 - 1, 2, 2)
    const scrolling = [...around].filter((element) => getComputedStyle(element).overflow !== 'visible')
    return [...[...ofInterest].flatMap(placesOf), ...scrolling.map((element) => middleOf(element.getBoundingClientRect()))]

    /** Its own place, and those of its texts, which may be larger. One pixel more, because axe cuts off what is behind the point. */
    function placesOf(element: Element): readonly DOMRect[] {
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const rectsOf = (text: Node) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()]
      }
      const rects = [element.getBoundingClientRect(), ...texts.flatMap(rectsOf)]
      return rects.map(({ x, y, width, height }) => new DOMRect(x - 1, y - 1, width + 2, height + 2))
    }
  }

  #paintOf(element: Element): number {
    const isShort = element.textContent?.trim().length === 1
    return this.numberOf([this.#chainOf(element), isShort, ...this.#layersAt(element)].join('|'))
  }

  /** For the styles of an element and all around it. */
  #chainOf(element: Element): number {
    const found = this.#chains.get(element)
    if (found !== undefined) return found
    const around = element.parentElement ? this.#chainOf(element.parentElement) : ''
    const chain = this.numberOf(`${around}|${this.#lookOf(element)}`)
    this.#chains.set(element, chain)
    return chain
  }

  #lookOf(element: Element): string {
    const found = this.#looks.get(element)
    if (found !== undefined) return found
    const painted = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'fontSize', 'fontWeight', 'textShadow'] as const
    const placed = ['position', 'zIndex', 'display', 'visibility', 'overflow', 'filter', 'mixBlendMode', 'textIndent', 'clip'] as const
    const style = getComputedStyle(element)
    const look = [element.tagName, element.className, ...[...painted, ...placed].map((name) => style[name])].join(';')
    this.#looks.set(element, look)
    return look
  }

  #findLayers(): readonly Layer[] {
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
      const isSeen = backgroundImage !== 'none' || !/, 0\)$/.test(backgroundColor)
      return position !== 'static' && isSeen ? [{ element, place: element.getBoundingClientRect() }] : []
    })
  }

  /**
   * Looks of the layers over or under the middle of a text, but for those around it. What lies behind an open dialog is judged as if there
   * were none: it is read when the dialog is closed.
   */
  #layersAt(element: Element): readonly string[] {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [left, top] = [x + width / 2, y + height / 2]
    const isAt = ({ place }: Layer) => place.left <= left && place.right >= left && place.top <= top && place.bottom >= top
    const isOther = (layer: Layer) => {
      const dialog = layer.element.closest('.modal, .modal-backdrop')
      return !layer.element.contains(element) && (dialog === null || dialog.contains(element))
    }
    return this.#layers.filter((layer) => isAt(layer) && isOther(layer)).map((layer) => this.#lookOf(layer.element))
  }

  /** Texts painted like one above them in the same column. Those of one letter, and symbols, are judged by rules of their own. */
  #alikeInColumns(texts: readonly Element[]): ReadonlySet<Element> {
    const [seen, found] = [new Set<string>(), new Set<Element>()]
    const bodies = [...document.querySelectorAll('tbody')]
    const isPlain = (text: string) => text.length > 1 && !/[\ud800-\udfff\ue000-\uf8ff]/.test(text)
    for (const element of texts) {
      const cell = element.closest('td, th')
      const body = element.closest('tbody')
      if (!(cell instanceof HTMLTableCellElement && body && isPlain(element.textContent?.trim() ?? ''))) continue
      if (element.closest('label, input, select, textarea, [disabled], [aria-disabled], [inert]')) continue
      if (element.getClientRects().length === 0) continue
      const key = `${bodies.indexOf(body)}|${cell.cellIndex}|${this.#chainOf(element)}`
      if (seen.has(key)) found.add(element)
      seen.add(key)
    }
    return found
  }

  /** 53 bits of a text. */
  numberOf(text: string): number {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index += 1) {
      high = Math.imul(high ^ text.charCodeAt(index), 2654435761)
      low = Math.imul(low ^ text.charCodeAt(index), 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return 4294967296 * (2097151 & low) + (high >>> 0)
  }
}
