/** An article as the adapter sanitised it, with its tables scrolling in their own box on small screens. */
export function RichText({ html }: { html: string }) {
  if (html === '') return null
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
