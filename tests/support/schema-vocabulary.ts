import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The terms of schema.org, from the package of its vocabulary: no test of ours says what is valid. */

const schema = 'http://schema.org/'
const statements = readFileSync(
  createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq'),
  'utf8',
).matchAll(/^<http:\/\/schema\.org\/([^>]+)> <([^>]+)> <([^>]+)> /gm)

/** The super classes of classes, and the classes of members of enumerations. */
const parents = new Map<string, string[]>()
/** Of each property, the classes that have it, and those of its values. */
const domains = new Map<string, string[]>()
const ranges = new Map<string, string[]>()

for (const [, subject = '', predicate = '', object = ''] of statements) {
  const value = object.startsWith(schema) ? object.slice(schema.length) : ''
  const table =
    predicate === `${schema}domainIncludes`
      ? domains
      : predicate === `${schema}rangeIncludes`
        ? ranges
        : /#(subClassOf|type)$/.test(predicate)
          ? parents
          : undefined
  table?.set(subject, [...(table.get(subject) ?? []), value].filter(Boolean))
}

const formats: Partial<Record<string, RegExp>> = {
  URL: /^https?:\/\/\S+$/,
  Date: /^\d{4}-\d{2}-\d{2}$/,
  DateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
  Time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  Number: /^-?\d+(\.\d+)?$/,
  Integer: /^-?\d+$/,
  Text: /\S/,
}

type JsonNode = Record<string, unknown>

/**
 * What a graph has that schema.org does not know: classes, properties of other classes, values of other
 * kinds, references to nodes that it lacks.
 * @param graph parsed JSON-LD
 */
export function vocabularyFaults(graph: unknown): string[] {
  const faults: string[] = []
  const nodes = isNode(graph) && Array.isArray(graph['@graph']) ? graph['@graph'] : []
  if (!isNode(graph) || graph['@context'] !== 'https://schema.org') faults.push('no context')
  if (nodes.length === 0) faults.push('no graph')
  const defined = new Set<unknown>()
  const referenced: unknown[] = []

  function check(node: JsonNode, place: string) {
    const { '@type': type, '@id': id, ...properties } = node
    if (typeof type !== 'string') {
      referenced.push(id)
      if (Object.keys(properties).length > 0) faults.push(`${place} has no @type`)
      return
    }
    if (!parents.has(type)) faults.push(`${place}: no class ${type}`)
    if (id !== undefined && Object.keys(properties).length > 0) {
      if (defined.has(id)) faults.push(`${place}: ${JSON.stringify(id)} twice`)
      defined.add(id)
    }
    for (const [name, value] of Object.entries(properties)) {
      if (name.endsWith('-input')) continue // of actions, outside of the vocabulary
      const within = `${place}/${name}`
      if (!(domains.get(name) ?? []).some((domain) => isA(type, domain))) {
        faults.push(`${within}: no property of ${type}`)
      }
      const values: unknown[] = Array.isArray(value) ? value : [value]
      if (values.length === 0) faults.push(`${within} is empty`)
      for (const each of values) checkValue(each, name, within)
    }
  }

  function checkValue(value: unknown, name: string, place: string) {
    const allowed = ranges.get(name) ?? []
    if (isNode(value)) {
      check(value, `${place}<${JSON.stringify(value['@type'])}>`)
      const type = value['@type']
      if (typeof type === 'string' && !allowed.some((range) => isA(type, range))) {
        faults.push(`${place}: no value of ${type}`)
      }
      return
    }
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    // A member of an enumeration is named by its address.
    const member = text.replace(/^https:\/\/schema\.org\//, '')
    const isKnown = allowed.some((range) => formats[range]?.test(text) || isA(member, range))
    if (text === '' || !isKnown) faults.push(`${place}: no value ${JSON.stringify(value)}`)
  }

  nodes.forEach((node, at) => {
    if (isNode(node)) check(node, `${at}<${String(node['@type'])}>`)
  })
  const isWebPage = (id: unknown) => typeof id === 'string' && !id.includes('#')
  const unknown = referenced.filter((id) => !defined.has(id) && !isWebPage(id))
  return [...faults, ...unknown.map((id) => `${String(id)} is not in the graph`)]
}

/** Whether a class is another one, or below it; or a member is of an enumeration. */
function isA(type: string, other: string, seen = new Set<string>()): boolean {
  if (type === other) return true
  if (seen.has(type)) return false
  seen.add(type)
  return (parents.get(type) ?? []).some((parent) => isA(parent, other, seen))
}

function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
