import { useState } from 'react'
import { useTranslation } from '../../language/translation'
import { Link } from 'react-router-dom'
import { addresses } from '../../addresses'
import { EnquiryForm } from '../form/enquiry-form'
import type { FormState } from '../form/enquiry-fields'
import { FileInput } from '../form/file-field'
import { typedText } from '../form/form-field'
import { sentFileField, type AddedLines, type CheckedList } from './list-entry'
import { ListWaiting, useListProgress } from './list-waiting'

const sendFileId = 'send-file'

/**
 * The form for a list, as text or as a file.
 * @param isSendable whether a file that was not read can be sent on the same page
 */
export function ListForm({
  fault,
  text = '',
  file,
  isSendable,
}: Pick<CheckedList, 'fault' | 'text' | 'file'> & { isSendable: boolean }) {
  const { t } = useTranslation()
  const { progress, onSubmit } = useListProgress()
  // See FormField: what is typed before the script starts stays.
  const [initial] = useState(() => typedText('list-lines') ?? text)
  return (
    <form
      className="list-form"
      method="post"
      encType="multipart/form-data"
      action={addresses.quickList()}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="progress" defaultValue="" />
      {fault && (
        <p id="list-fault" role="alert" className="field-error">
          {t(`quickList.faults.${fault}`)}{' '}
          {isSendable && (
            <a className="text-link" href={`#${sendFileId}`}>
              {t('quickList.sendFile.heading')}
            </a>
          )}
        </p>
      )}
      <label className="field">
        <span>{t('quickList.text')}</span>{' '}
        <textarea
          id="list-lines"
          name="lines"
          rows={10}
          defaultValue={initial}
          suppressHydrationWarning
          placeholder={t('quickList.example')}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={fault ? 'list-fault' : undefined}
        />
      </label>{' '}
      <div className="field">
        <label htmlFor="list-file">{t('quickList.file')}</label>{' '}
        <FileInput
          id="list-file"
          name="file"
          aria-describedby="list-file-hint"
          accept=".pdf,.docx,.xlsx,.xlsm,.xlsb,.xls,.ods,.fods,.xml,.html,.csv,.tsv,.txt,application/pdf,text/csv,text/plain,application/vnd.ms-excel,application/vnd.oasis.opendocument.spreadsheet,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        />{' '}
        <span id="list-file-hint" className="field-hint">
          {t('quickList.fileHint')}
        </span>
      </div>
      {file && (
        <p>
          <input type="hidden" name={sentFileField} value={file.claim} />
          {t('quickList.sentFile')} <bdi>{file.name}</bdi>
        </p>
      )}
      <div>
        <button className="button">{t('quickList.check')}</button>
        <ListWaiting progress={progress} />
      </div>
      <p className="field-hint">{t('quickList.privacy')}</p>
    </form>
  )
}

/** Sends a file that cannot be read here with an enquiry: people read it. */
export function SendFile({ form }: { form: FormState }) {
  const { t } = useTranslation()
  return (
    <section className="send-file" aria-labelledby={sendFileId}>
      <h2 id={sendFileId}>{t('quickList.sendFile.heading')}</h2>
      <p>{t('quickList.sendFile.text')}</p>
      <EnquiryForm state={form} items={[]} heading={t('enquiry.yourDetails')} />
    </section>
  )
}

/** Tells what became of a list that was put on the quotation list. */
export function AddedNotice({ added: { added, over, without } }: { added: AddedLines }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="list-added">
      <p>
        {t('quickList.added', { count: added })}{' '}
        <Link className="text-link" to={addresses.quoteList()}>
          {t('quote.toOwn')}
        </Link>
      </p>
      {over > 0 && <p>{t('quickList.over', { count: over })}</p>}
      {without > 0 && <p>{t('quickList.without', { count: without })}</p>}
    </div>
  )
}
