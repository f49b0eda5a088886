import { MixedText } from './mixed-text'

/** Longer titles are set smaller, characters; the sizes are in base.css. */
const minLong = 45
const minVeryLong = 90

/** A screen's heading, with its node on the riser. */
export function PageTitle({ text }: { text: string }) {
  return (
    <h1 className="node" data-length={lengthOf(text)}>
      <MixedText text={text} />
    </h1>
  )
}

function lengthOf({ length }: string) {
  if (length >= minVeryLong) return 'very-long'
  return length >= minLong ? 'long' : undefined
}
