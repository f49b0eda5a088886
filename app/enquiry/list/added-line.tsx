import { addresses } from '../../addresses'
import { useTranslation } from '../../language/translation'

/** The name and the maximum length of the field that adds a line to the list. */
export const addedField = 'added'
export const maxAddedLength = 200

/** Adds a line to the list of an enquiry that its visitor changes. */
export function AddedLine({ text }: { text: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="quote-added">
      <label className="field">
        <span>{t('enquiry.revise.add')}</span>{' '}
        <input
          name={addedField}
          defaultValue={text}
          maxLength={maxAddedLength}
          dir="auto"
          autoComplete="off"
        />
      </label>{' '}
      <button className="button" formAction={addresses.enquiry()} formNoValidate>
        {t('enquiry.revise.addButton')}
      </button>
    </div>
  )
}
