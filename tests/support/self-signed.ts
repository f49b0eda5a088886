import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate and its key, generated so that no key is stored in the repository. */
export function makeSelfSigned(host = 'localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const name = sequence(element(0x31, sequence(oid('550403'), element(0x0c, Buffer.from(host)))))
  const validity = sequence(utcTime('200101000000Z'), utcTime('490101000000Z'))
  const unsigned = sequence(
    element(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.from([0]), sign('sha256', unsigned, privateKey))
  const der = sequence(unsigned, algorithm, signature)
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

/** One element in ASN.1 DER. */
function element(tag: number, ...parts: Uint8Array[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Uint8Array[]) {
  return element(0x30, ...parts)
}

function oid(hex: string) {
  return element(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(text: string) {
  return element(0x17, Buffer.from(text))
}
