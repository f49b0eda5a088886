/** A rejected request; becomes a JSON response with this status. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number

  /** @param message for the client: what is wrong with the request */
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
