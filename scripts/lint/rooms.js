import path from 'node:path'

/**
 * A room is a folder of app/ or server/ with all that is in it, such as server/content. Other rooms enter it
 * through its doors: the files named here. Types may be imported from any file, since they are gone at run time.
 * - rooms: the doors of each room, at most `maxDoors`
 * - shelves: folders of small parts without state, each used by many rooms; every file is a door
 * - joints: the files that put rooms together, by the start of their path; they enter anywhere
 */
export const rooms = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          rooms: {
            type: 'object',
            additionalProperties: { type: 'array', items: { type: 'string' } },
          },
          shelves: { type: 'array', items: { type: 'string' } },
          joints: { type: 'array', items: { type: 'string' } },
          maxDoors: { type: 'number' },
        },
        required: ['rooms', 'shelves', 'joints', 'maxDoors'],
        additionalProperties: false,
      },
    ],
    messages: {
      door: '{{room}} is entered through {{doors}} (eslint.config.js): move what you need there, or this to where it is.',
      doors: '{{room}} has more than {{maxDoors}} doors in eslint.config.js.',
      unknown: '{{room}} is a room that eslint.config.js does not name.',
    },
  },
  create(context) {
    const [options] = context.options
    const file = relative(context.cwd, context.filename)
    const own = roomOf(file)
    if (options.joints.some((start) => file.startsWith(start))) return {}

    function check(node, source) {
      if (typeof source !== 'string' || !source.startsWith('.')) return
      const target = path.posix.join(path.posix.dirname(file), source).replace(/\.tsx?$/, '')
      const room = roomOf(target)
      if (room === null || room === own || options.shelves.includes(room)) return
      const doors = options.rooms[room]
      if (!doors) return context.report({ node, messageId: 'unknown', data: { room } })
      if (doors.length > options.maxDoors) {
        context.report({ node, messageId: 'doors', data: { room, maxDoors: options.maxDoors } })
      }
      if (!doors.includes(target.slice(room.length + 1))) {
        context.report({ node, messageId: 'door', data: { room, doors: doors.join(', ') } })
      }
    }

    return {
      ImportDeclaration(node) {
        const isOfTypes =
          node.importKind === 'type' ||
          (node.specifiers.length > 0 &&
            node.specifiers.every((specifier) => specifier.importKind === 'type'))
        if (!isOfTypes) check(node, node.source.value)
      },
      ExportNamedDeclaration(node) {
        if (node.source && node.exportKind !== 'type') check(node, node.source.value)
      },
      ImportExpression: (node) => check(node, node.source.value),
    }
  },
}

function relative(folder, file) {
  return path.relative(folder, file).split(path.sep).join('/')
}

/** @returns null for a file of no room, such as app/addresses.ts */
function roomOf(file) {
  const [top, room, ...rest] = file.split('/')
  return (top === 'app' || top === 'server') && rest.length > 0 ? `${top}/${room}` : null
}
