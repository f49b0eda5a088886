import { useTranslation } from '../../language/translation'
import { useLoaded } from '../../components/hydration'
import { addresses } from '../../addresses'
import { Link } from 'react-router-dom'
import { MixedText } from '../../components/mixed-text'
import type { PictureLink } from '../../views/card-views.server'
import { comparedItem, comparedKey, compareAddress } from './compared-ids'

/**
 * The checkbox of a product or an order code for the comparison. It belongs to the form below the list (CompareForm), which
 * needs no script; with script, the tray reads the product from its attributes.
 * @param card whose id is that of the item: a product or an order code
 * @param path of the product's screen
 */
export function CompareChoice({
  card: { postID, postTitle, postImage, language },
  path,
  isShort = false,
}: {
  card: Omit<PictureLink, 'code'>
  path: string
  /** Whether one word has to do, beside an order code. */
  isShort?: boolean
}) {
  const { t } = useTranslation()
  return (
    <label className="compare-choice">
      <input
        type="checkbox"
        name={comparedKey}
        value={comparedItem(postID)}
        form={compareFormId}
        data-title={postTitle}
        data-image={postImage}
        data-path={path}
        data-language={language}
      />{' '}
      <span>
        {t(isShort ? 'compare.link' : 'compare.add')}
        <span className="visually-hidden">
          : <MixedText text={postTitle} language={language} />
        </span>
      </span>
    </label>
  )
}

/** Links to the comparison of a product, with others if given. */
export function CompareLink({ ids }: { ids: string[] }) {
  const { t } = useTranslation()
  return (
    <Link className="text-link" to={compareAddress(ids)}>
      {t('compare.link')}
    </Link>
  )
}

/** The ID of the form that the checkboxes of a list's cards belong to. */
const compareFormId = 'compare'

const loadTray = () => import('./compare-tray')

/**
 * Sends the selected products and order codes of a list to the compare screen. With script, the tray of selected
 * products replaces its button.
 */
export function CompareForm() {
  const { t } = useTranslation()
  const tray = useLoaded(loadTray)
  const button = <button className="button">{t('compare.submit')}</button>
  return (
    <form
      className="compare-form"
      id={compareFormId}
      action={addresses.compare()}
      autoComplete="off"
    >
      {tray ? <tray.CompareTray>{button}</tray.CompareTray> : button}
    </form>
  )
}
