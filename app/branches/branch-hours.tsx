import { useTranslation } from 'react-i18next'
import { MixedText } from '../components/mixed-text'

/** Opening hours as a table, or as written if they could not be parsed. */
export function BranchHours({
  rows,
  text,
}: {
  rows: { days: string; times: string }[]
  text: string
}) {
  const { t } = useTranslation()
  if (rows.length === 0) {
    return (
      text && (
        <p>
          <span className="visually-hidden">{t('branches.hours')}: </span>
          <MixedText text={text} />
        </p>
      )
    )
  }
  return (
    <table>
      <caption className="visually-hidden">{t('branches.hours')}</caption>
      <tbody>
        {rows.map(({ days, times }) => (
          <tr key={days}>
            <th scope="row">{days}</th>
            <td>
              <MixedText text={times} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
