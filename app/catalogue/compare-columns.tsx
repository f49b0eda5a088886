import { useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MixedText } from '../components/mixed-text'
import type { LinkItem } from '../content/cards.server'

/** Number of products that fit side by side on a phone. */
export const phoneColumns = 2

/**
 * Chooses the columns that a phone shows; the stylesheet does the rest, also without script, where a third
 * choice makes three narrow columns. With script it replaces all but the last of the others.
 */
export function CompareColumns({ products }: { products: LinkItem[] }) {
  const { t } = useTranslation()
  const boxes = useRef<HTMLFieldSetElement>(null)

  function keepTwo({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(boxes.current?.querySelectorAll('input') ?? [])].filter(
      (box) => box.checked && box !== currentTarget,
    )
    // Before script there may have been more than two.
    const tooMany = chosen.slice(0, Math.max(0, chosen.length + 1 - phoneColumns))
    if (currentTarget.checked) for (const box of tooMany) box.checked = false
  }

  return (
    <fieldset ref={boxes} className="compare-columns">
      <legend>{t('compare.shown')}</legend>
      {products.map(({ postID, postTitle, language }, at) => (
        <label key={postID} className="compare-choice">
          <input
            type="checkbox"
            data-column={at + 1}
            defaultChecked={at < phoneColumns}
            autoComplete="off"
            onChange={keepTwo}
          />
          <span>
            <MixedText text={postTitle} language={language} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
