import type { Spec } from '../content/content.server'
import { MixedText } from '../components/mixed-text'

/** A few facts of a post in its list, each a name and a value. */
export function PostFacts({ facts }: { facts: Spec[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="post-facts">
      {facts.map(({ name, value, unit }, at) => (
        <div key={at}>
          <dt>
            <MixedText text={name} />
          </dt>
          <dd>
            <MixedText text={unit ? `${value} ${unit}` : value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
