import type { ListFault, ListFile } from '../../../server/quick-list/list-reader'
import type { StoredFile, Upload } from '../../../server/uploads/uploads'
import { newFormToken } from '../enquiries.server'
import { fieldLengths, type FormState, type KeptFile } from '../form/enquiry-fields'
import { isAttachment, keptFilesOf, readEnquiry, textIn } from '../form/read-enquiry.server'
import { sharedFormState } from '../list/quote-lines.server'
import { sentFileField } from './list-entry'
import type { ListSource } from './quick-list.server'

/** The file of a list, stored or not. */
export interface SentFile extends ListFile {
  stored?: Extract<Upload, { fault: null }> | StoredFile
}

/** Finds the list's file: one that was sent now, or that the form has from before; null without one. */
export async function sentFileOf(
  { context: { uploads, site } }: ListSource,
  form: FormData,
): Promise<SentFile | { fault: ListFault } | null> {
  // Another host than this site's leaves files in the form.
  const sent = form.get('file')
  if (sent instanceof File && sent.size > 0) {
    return { size: sent.size, load: async () => new Uint8Array(await sent.arrayBuffer()) }
  }
  const upload = uploads?.find(({ field }) => field === 'file')
  if (upload && upload.fault !== null) return { fault: faultOf(upload.fault) }
  const claim = textIn(form, sentFileField)
  const claimed = claim === '' ? null : site.uploadStore.readClaimOf(claim)
  const [before] = claimed ? await site.uploadStore.findUsable([claimed]) : []
  if (!upload && claim !== '' && !before) return { fault: 'gone' }
  const stored = upload ?? before
  if (!stored) return null
  return { size: stored.size, load: () => site.uploadStore.readUpload(stored), stored }
}

function faultOf(fault: string): ListFault {
  if (fault === 'large') return 'large'
  return fault === 'busy' || fault === 'quota' || fault === 'full' ? 'busy' : 'unreadable'
}

/** Keeps a file that was not read, so that the form can send it again. */
export function keepFile({ context }: ListSource, { stored }: SentFile): KeptFile | undefined {
  if (!stored) return undefined
  if ('isKept' in stored) stored.isKept = true
  return keptFilesOf(context, [stored])[0]
}

/**
 * Prepares an enquiry with a file that cannot be read here, but by people.
 * @returns undefined where the file is no attachment of enquiries, or none are accepted
 */
export async function enquiryWith(
  source: ListSource,
  form: FormData,
  file: SentFile,
  text: string,
): Promise<FormState | undefined> {
  const { content, context } = source
  if (!file.stored || !isAttachment(file.stored)) return undefined
  if (!context.site.enquiries.isOpen) return undefined
  const kept = keepFile(source, file)
  if (!kept) return undefined
  const request = content.t('quickList.sendFile.message')
  const whole = `${request}\n\n${text}`.trim()
  return {
    ...(await sharedFormState(context)),
    token: newFormToken(context),
    values: {
      ...readEnquiry(form).values,
      message: whole.length > fieldLengths.message ? request : whole,
    },
    files: [kept],
  }
}
