/**
 * Takes the listener as Passenger and LiteSpeed do, for `node --require`: the first HTTP server that listens gets the
 * socket file LISTENER_FILE, any other is ignored, and nobody learns where. Paths are encoded in another way.
 */
const { Server } = require('node:http')

const { listen } = Server.prototype
let isTaken = false
Server.prototype.listen = function () {
  if (isTaken) return this
  isTaken = true
  this.prependListener('request', (request) => {
    request.url = request.url.replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase())
    Object.defineProperty(request.socket, 'remoteAddress', {
      value: '127.0.0.1',
      configurable: true,
    })
  })
  return listen.call(this, process.env.LISTENER_FILE)
}
Server.prototype.address = () => undefined
