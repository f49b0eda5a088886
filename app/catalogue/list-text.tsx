import { useTranslation } from '../language/translation'
import { NextSteps } from '../components/bands'
import { Picture } from '../components/pictures/picture'
import { RichText } from '../components/post-text'
import { TextIn } from '../language/text-language'
import type { ParentText } from './catalogue.server'

/** A category's or type's text below its list; beside it its picture, and what a visitor does next. */
export function ListText({ text }: { text: ParentText | null }) {
  const { t } = useTranslation()
  if (!text) return null
  return (
    <TextIn language={text.language}>
      <section className="list-text article-body container">
        <RichText html={text.html} />
        {text.postImage !== '' && <Picture post={text} use="listText" shape="product" />}
        <NextSteps heading={t('contact.ask.general')} />
      </section>
    </TextIn>
  )
}
