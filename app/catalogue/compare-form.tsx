import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { useLoaded } from '../components/use-loaded'

/** The checkboxes of a list's cards belong to this form. */
export const compareFormId = 'compare'

const loadTray = () => import('./compare-tray')

/**
 * Sends the ticked products of a list to the compare screen. With script the tray of what was chosen during
 * the visit takes the place of its button.
 */
export function CompareForm() {
  const { t } = useTranslation()
  const tray = useLoaded(loadTray)
  const button = <button className="button">{t('compare.submit')}</button>
  return (
    <form className="compare-form" id={compareFormId} action={addresses.compare()}>
      {tray ? <tray.CompareTray>{button}</tray.CompareTray> : button}
    </form>
  )
}
