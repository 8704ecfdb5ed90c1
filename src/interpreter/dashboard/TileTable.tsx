interface TileTableProps {
  readonly caption: string
  readonly headings: readonly string[]
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[]
  /** Only for screen readers, while the chart is shown. */
  readonly isHidden: boolean
}

/** The numbers of a chart. */
export function TileTable({ caption, headings, rows, isHidden }: TileTableProps) {
  const table = (
    <table className="table table-sm tile-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading, index) => (
            <th key={heading} scope="col" className={index === 0 ? undefined : 'text-end'}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity than their column
              <td key={index} className="text-end">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (isHidden) return <div className="visually-hidden">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="tile-scroll" tabIndex={0} aria-label={`${caption}的表格`}>
      {table}
    </section>
  )
}
