import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText, splitSections } from '../../shared/content/richText.ts'
import { TermsContent } from './TermsContent.tsx'
import { TermsHead } from './TermsHead.tsx'

/** /member_policy: the terms in force, as a table with a row per heading. */
export default function PolicyPage() {
  return (
    <TermsContent type="policy">
      {(terms) => {
        const { intro, sections } = splitSections(parseRichText(terms.body))
        return (
          <>
            <TermsHead terms={terms} />
            <RichText nodes={intro} />
            {sections.length > 0 && (
              <table className="rule-table">
                <caption>現行規則</caption>
                <thead>
                  <tr>
                    <th scope="col">項目</th>
                    <th scope="col">說明</th>
                  </tr>
                </thead>
                <tbody>
                  {sections.map(({ title, nodes }) => (
                    <tr key={title}>
                      <th scope="row">{title}</th>
                      <td>
                        <RichText nodes={nodes} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </>
        )
      }}
    </TermsContent>
  )
}
