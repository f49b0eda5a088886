/** A well-formed answer said that there is no such post. Becomes a 404. */
export class NotFound extends Error {
  override name = 'NotFound'
}

export type Fault = 'refused' | 'timeout' | 'status' | 'shape' | 'cut'

/** The content API did not give a usable answer, and nothing kept can stand in. Becomes a 503. */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'

  /**
   * @param fault what went wrong: no connection, no answer in time, an answer other than 200,
   *   an answer that is not a JSON list, or one that broke off
   */
  constructor(
    readonly fault: Fault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
