import { addresses } from '../../addresses'
import { useTranslation } from '../../language/translation'
import { addedField, maxAddedLength } from '../form/enquiry-fields'

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
