import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { readEgressProxies } from './config.ts'

/** The embedded content service, and whatever else runs on this machine, is never behind a proxy. */
const ownHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether calls to other servers pass a proxy. */
export function isProxied() {
  const { http, https } = readEgressProxies()
  return http !== '' || https !== ''
}

/**
 * Creates the connection pool of calls to other servers. With HTTPS_PROXY or HTTP_PROXY they pass that proxy, through a
 * tunnel (CONNECT), except to the hosts of NO_PROXY.
 * @param options of undici; certificates are always verified
 */
export function createOutgoingAgent(
  options: Agent.Options & { connect?: buildConnector.BuildOptions },
) {
  // Set explicitly, so that it overrides NODE_TLS_REJECT_UNAUTHORIZED.
  const connect = { ...options.connect, rejectUnauthorized: true }
  if (!isProxied()) return new Agent({ ...options, connect })
  const { http, https, noProxy } = readEgressProxies()
  const agentOptions = { ...options, connect, requestTls: connect, clientFactory: openTunnels }
  return new EnvHttpProxyAgent({
    ...agentOptions,
    httpProxy: http,
    httpsProxy: https,
    noProxy: [...ownHosts, noProxy].join(','),
  })
}

/** The proxy refused a tunnel, or closed it. Logs and the doctor print the code of a failed call. */
class ProxyRefused extends Error {
  override name = 'ProxyRefused'

  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(code, options)
  }
}

const proxyName = 'the proxy of HTTPS_PROXY or HTTP_PROXY'

/**
 * Creates the connections to the proxy. undici takes a tunnel that the proxy closes for an idle connection that was closed,
 * and connects again without an end; and one that the proxy refuses for open, where the call is without TLS.
 */
function openTunnels(proxy: URL, options: object) {
  const pool = new Pool(proxy, options)
  const connect = pool.connect.bind(pool)
  async function openTunnel(target: Dispatcher.ConnectOptions) {
    const tunnel = await connect(target).catch((cause: unknown) => {
      throw new ProxyRefused(`${proxyName} gave no tunnel: ${String(cause)}`, { cause })
    })
    if (tunnel.statusCode === 200) return tunnel
    tunnel.socket.on('error', () => undefined).destroy()
    throw new ProxyRefused(`${proxyName} answered ${tunnel.statusCode}`)
  }
  return Object.assign(pool, { connect: openTunnel })
}
