import { RichText } from '../components/rich-text'
import { TextIn } from '../language/text-language'
import type { ParentText } from './parent-text.server'

/** The text of the category or type, below the list of what it contains. */
export function ListText({ text }: { text: ParentText | null }) {
  if (!text) return null
  return (
    <TextIn language={text.language}>
      <section className="band container list-text">
        <RichText html={text.html} />
      </section>
    </TextIn>
  )
}
