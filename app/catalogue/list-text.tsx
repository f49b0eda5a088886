import { Picture } from '../components/picture'
import { RichText } from '../components/rich-text'
import { TextIn } from '../language/text-language'
import type { ParentText } from './parent-text.server'

/** The text of a category or a type with its picture, below the list of what it contains. */
export function ListText({ text }: { text: ParentText | null }) {
  if (!text) return null
  return (
    <TextIn language={text.language}>
      <section className="list-text container">
        <RichText html={text.html} />
        {text.postImage !== '' && <Picture post={text} use="listText" shape="product" />}
      </section>
    </TextIn>
  )
}
