import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText, splitSections } from '../../shared/content/richText.ts'
import { TermsContent } from './TermsContent.tsx'
import { TermsHead } from './TermsHead.tsx'

/** /member_privacy: the notices that the personal data act requires, section by section. */
export default function PrivacyPage() {
  return (
    <TermsContent type="privacy">
      {(terms) => {
        const { intro, sections } = splitSections(parseRichText(terms.body))
        return (
          <>
            <TermsHead terms={terms} />
            <RichText nodes={intro} />
            {sections.map(({ title, nodes }) => (
              <section key={title} className="terms-section">
                <h2>{title}</h2>
                <RichText nodes={nodes} />
              </section>
            ))}
          </>
        )
      }}
    </TermsContent>
  )
}
