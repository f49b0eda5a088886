import { Agent, type buildConnector, EnvHttpProxyAgent } from 'undici'
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
  const agentOptions = { ...options, connect, requestTls: connect }
  return new EnvHttpProxyAgent({
    ...agentOptions,
    httpProxy: http,
    httpsProxy: https,
    noProxy: [...ownHosts, noProxy].join(','),
  })
}
