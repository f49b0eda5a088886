import { z } from 'zod'
import type { SearchDatabase } from './schema.ts'
import type { SearchEntry, SearchKind } from '../search-types.ts'
import { newThingId, numberOfKind } from './thing-id.ts'

const idRow = z.object({ id: z.number() })
const thingRow = idRow.extend({ key: z.string() })
const sequenceRow = z.object({ value: z.coerce.number() })

/** What the index knows of things whatever the language; call it within a transaction. */
export function createThingTable(database: SearchDatabase) {
  const find = database.prepare('SELECT id FROM things WHERE kind = ? AND key = ?')
  const insert = database.prepare('INSERT INTO things VALUES (?, ?, ?, ?, ?, ?, ?, 0)')
  const update = database.prepare(
    'UPDATE things SET parent_id = ?, image = ?, date = ?, position = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM things WHERE id = ?')
  const listOfKind = database.prepare('SELECT id, key FROM things WHERE kind = ?')
  const listOfParent = database.prepare(
    'SELECT id, key FROM things WHERE kind = ? AND parent_id = ?',
  )
  const findSequence = database.prepare("SELECT value FROM state WHERE key = 'sequence'")
  const writeSequence = database.prepare("INSERT OR REPLACE INTO state VALUES ('sequence', ?)")
  /** Numbers the things in the order in which they come. */
  let sequence = readSequence()

  function readSequence() {
    const row = findSequence.get()
    return row === undefined ? 0 : sequenceRow.parse(row).value
  }

  return {
    /** The row of a thing. */
    find(kind: SearchKind, key: string) {
      const row = find.get(numberOfKind(kind), key)
      return row === undefined ? undefined : idRow.parse(row).id
    },

    /**
     * Adds a thing, or updates the one that is known.
     * @returns its row
     */
    write({ kind, id: key, parentId, image, date, position }: SearchEntry, known?: number) {
      if (known !== undefined) {
        update.run(parentId, image, date, position, known)
        return known
      }
      const id = newThingId(kind, position, ++sequence)
      insert.run(id, numberOfKind(kind), key, parentId, image, date, position)
      return id
    },

    /** Call it after the last new thing of a transaction. */
    writeSequence() {
      writeSequence.run(sequence)
    },

    /** The rows and IDs of a kind, or of those with one parent. */
    list(kind: SearchKind, parentId?: string) {
      const asked = [numberOfKind(kind), ...(parentId === undefined ? [] : [parentId])]
      const rows = (parentId === undefined ? listOfKind : listOfParent).all(...asked)
      return rows.map((row) => thingRow.parse(row))
    },

    remove(id: number) {
      remove.run(id)
    },
  }
}
