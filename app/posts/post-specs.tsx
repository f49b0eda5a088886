import type { Spec } from '../content/content.server'
import { MixedText } from '../components/mixed-text'

/** A few specs of a post in a list, each a name and a value. */
export function PostSpecs({ specs }: { specs: Spec[] }) {
  if (specs.length === 0) return null
  return (
    <dl className="post-specs">
      {specs.map(({ name, value, unit }, at) => (
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
