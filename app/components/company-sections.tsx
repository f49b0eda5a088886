import { useTranslation } from 'react-i18next'
import type { PostView } from '../post-view'
import { EmptyList } from './empty-list'
import { MixedText } from './mixed-text'
import { Picture } from './picture'
import { RichText } from './rich-text'
import { SpecTable } from './spec-table'

/** The sections of a screen about the company, one below the other. */
export function CompanySections({ sections }: { sections: PostView[] }) {
  const { t } = useTranslation()
  if (sections.length === 0) {
    return (
      <div className="container">
        <EmptyList />
      </div>
    )
  }
  return (
    <div className="container">
      {sections.map((section, at) => (
        <section key={section.postID} className="company-section">
          <div className="company-section-text">
            <h2>
              <MixedText text={section.postTitle} />
            </h2>
            {section.postSubTitle && (
              <p className="lead">
                <MixedText text={section.postSubTitle} />
              </p>
            )}
            <RichText html={section.postDetails} />
          </div>
          <div className="company-section-side">
            {section.postImage && (
              <Picture
                image={section.postImage}
                sizes="(min-width: 64rem) 28rem, 94vw"
                shape="scene"
                isLeading={at === 0}
              />
            )}
            <SpecTable specs={section.postSpecs} heading={t('product.facts')} />
          </div>
        </section>
      ))}
    </div>
  )
}
