/**
 * An enquiry was not accepted:
 * - conflict: its form was sent with too many different contents, or its reference belongs to another
 *   form; it can be sent with a new form
 * - unavailable: it could neither be stored nor delivered
 */
export class EnquiryRefused extends Error {
  override name = 'EnquiryRefused'

  constructor(
    readonly kind: 'conflict' | 'unavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
