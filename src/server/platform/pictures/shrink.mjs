/**
 * A decoded picture: four bytes per point (red, green, blue, opacity), row by row.
 * @typedef {{ data: Uint8ClampedArray, width: number, height: number }} Pixels
 */

/**
 * A smaller copy in the same proportions. Each point is the mean of the area that it covers, which keeps thin lines; colours count as far as
 * they are opaque, so that what lies unseen below a transparent edge does not show.
 *
 * @param {Pixels} whole
 * @param {number} width at most that of `whole`
 * @returns {Pixels}
 */
export function shrink(whole, width) {
  const height = Math.max(1, Math.round((whole.height * width) / whole.width))
  const across = sharesOf(whole.width, width)
  const down = sharesOf(whole.height, height)
  const data = new Uint8ClampedArray(width * height * 4)
  /** Sums of one row of the copy; of its colours multiplied by their opacity. */
  const sums = new Float64Array(width * 4)
  for (let y = 0; y < height; y += 1) {
    sums.fill(0)
    for (const [row, share] of down[y] ?? []) addRow(sums, whole, { row, share, across })
    writeRow(data, sums, y * width * 4)
  }
  return { data, width, height }
}

/**
 * @param {Float64Array} sums
 * @param {Pixels} whole
 * @param {{ row: number, share: number, across: [number, number][][] }} part
 */
function addRow(sums, { data, width }, { row, share, across }) {
  for (let x = 0; x < across.length; x += 1) {
    for (const [column, part] of across[x] ?? []) {
      const at = (row * width + column) * 4
      const weight = part * share
      const opacity = weight * (data[at + 3] ?? 0)
      sums[x * 4] = (sums[x * 4] ?? 0) + opacity * (data[at] ?? 0)
      sums[x * 4 + 1] = (sums[x * 4 + 1] ?? 0) + opacity * (data[at + 1] ?? 0)
      sums[x * 4 + 2] = (sums[x * 4 + 2] ?? 0) + opacity * (data[at + 2] ?? 0)
      sums[x * 4 + 3] = (sums[x * 4 + 3] ?? 0) + opacity
    }
  }
}

/** @param {Uint8ClampedArray} data @param {Float64Array} sums @param {number} start */
function writeRow(data, sums, start) {
  for (let at = 0; at < sums.length; at += 4) {
    const opacity = sums[at + 3] ?? 0
    if (opacity === 0) continue
    for (let color = 0; color < 3; color += 1) data[start + at + color] = (sums[at + color] ?? 0) / opacity
    data[start + at + 3] = opacity
  }
}

/**
 * Which of `from` points each of `to` points covers, with the share of each; the shares of one point make 1.
 *
 * @param {number} from
 * @param {number} to
 * @returns {[number, number][][]}
 */
function sharesOf(from, to) {
  const size = from / to
  return Array.from({ length: to }, (_unused, index) => {
    const start = index * size
    const end = Math.min(from, start + size)
    /** @type {[number, number][]} */
    const shares = []
    for (let point = Math.floor(start); point < Math.ceil(end - 1e-9); point += 1) {
      shares.push([point, (Math.min(end, point + 1) - Math.max(start, point)) / size])
    }
    return shares
  })
}
