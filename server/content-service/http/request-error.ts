/** A request that cannot be answered as it was asked; becomes a JSON answer with this status. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number

  /** @param message for the caller: what is wrong with the request */
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
