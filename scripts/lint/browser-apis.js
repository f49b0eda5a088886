import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { browserFloor } from '../browser-floor.js'

const data = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
const { api } = JSON.parse(readFileSync(data, 'utf8'))

/** The names of Browserslist's browsers in the data. */
const namesInData = { ios_saf: 'safari_ios', samsung: 'samsunginternet_android' }

/** The declarations of the web platform, as TypeScript ships them. */
const platformFile = /typescript[/\\]lib[/\\]lib\.dom[.\w]*\.d\.ts$/

/**
 * Reports what the oldest supported browsers (package.json's "browserslist") do not have of the web
 * platform: globals, static members and, by their types, members of any object, such as
 * `form.requestSubmit()`. A file that tests for a member may use it: `if (navigator.share)`, `'share' in
 * navigator`, `form.requestSubmit?.()`, `window.requestIdleCallback ?? setTimeout`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const browserApis = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { allow: { type: 'array' } } }],
    messages: { missing: '{{name}} is missing in {{browsers}}, which the site supports.' },
  },
  create(context) {
    const { sourceCode } = context
    const { program, getSymbolAtLocation, getTypeAtLocation } = sourceCode.parserServices
    const checker = program.getTypeChecker()
    /** Names that the file tests for. */
    const tested = new Set(context.options[0]?.allow)
    const uses = []

    function use(node, name, compat) {
      const browsers = compat ? browsersWithout(compat) : []
      if (browsers.length > 0) uses.push({ node, name, browsers })
    }
    return {
      MemberExpression(node) {
        const name = nameOf(node)
        if (name === undefined) return
        if (isTested(node)) tested.add(name)
        const declarations = getSymbolAtLocation(node.property)?.declarations ?? []
        const declaration = declarations.find((one) =>
          platformFile.test(path.normalize(one.getSourceFile().fileName)),
        )
        if (!declaration) return
        const owners = [
          ownerOf(declaration),
          ...lineageOf(checker.getApparentType(getTypeAtLocation(node.object))),
        ]
        use(node, name, compatOf(owners, name))
      },
      'BinaryExpression[operator="in"] > Literal.left'({ value }) {
        tested.add(value)
      },
      'Program:exit'() {
        for (const { identifier } of sourceCode.scopeManager.globalScope.through) {
          const isType = identifier.parent.type.startsWith('TS')
          if (isTested(identifier)) tested.add(identifier.name)
          if (!isType) use(identifier, identifier.name, compatOf(['Window'], identifier.name))
        }
        for (const { node, name, browsers } of uses) {
          if (tested.has(name)) continue
          context.report({
            node,
            messageId: 'missing',
            data: { name, browsers: browsers.join(', ') },
          })
        }
      },
    }
  },
}

function nameOf({ computed, property }) {
  if (!computed) return property.name
  return typeof property.value === 'string' ? property.value : undefined
}

/** Whether an expression is only asked for its existence. */
function isTested(node) {
  const { parent } = node
  switch (parent.type) {
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof'
    case 'LogicalExpression':
      return parent.left === node
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node
    case 'CallExpression':
      return parent.optional && parent.callee === node
    case 'MemberExpression':
      return parent.optional && parent.object === node
    default:
      return false
  }
}

/** The interface, or for static members the global, that declares a member. */
function ownerOf({ parent }) {
  return parent.name?.getText() ?? parent.parent.name?.getText()
}

/** The names of a type and of all that it extends, or is made of. */
function lineageOf(type) {
  const parts = type.isUnionOrIntersection() ? type.types : (type.getBaseTypes?.() ?? [])
  return [type.symbol?.name, ...parts.flatMap(lineageOf)]
}

/** The support of a member, or of a global, where the data has it. */
function compatOf(owners, name) {
  const places = owners.flatMap((owner) => [api[owner]?.[name], api[owner]?.[`${name}_static`]])
  return [...places, api[name]].find((place) => place?.__compat)?.__compat
}

function browsersWithout({ support }) {
  return Object.entries(browserFloor)
    .filter(([browser, oldest]) => {
      const statements = [support[namesInData[browser] ?? browser] ?? []].flat()
      return !statements.some((statement) => isSupported(statement, oldest))
    })
    .map(([browser, oldest]) => `${browser} ${oldest}`)
}

function isSupported({ version_added: added, version_removed: removed, ...rest }, oldest) {
  if (rest.flags || rest.prefix || rest.alternative_name || removed) return false
  if (typeof added !== 'string' || added === 'preview') return added === true
  return compareVersions(added.replace('≤', ''), oldest) <= 0
}

function compareVersions(one, other) {
  const [[major, minor = 0], [otherMajor, otherMinor = 0]] = [one, other].map((version) =>
    version.split('.').map(Number),
  )
  return major - otherMajor || minor - otherMinor
}
