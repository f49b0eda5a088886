import type { SearchDatabase } from './schema.ts'
import type { DocumentFacts } from '../search-types.ts'

/** Writes what the index knows of files besides their texts; call it within a transaction. */
export function createDocumentWriter(database: SearchDatabase) {
  const insert = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind,
     file_language = excluded.file_language, owner_kind = excluded.owner_kind,
     solutions = excluded.solutions, size = coalesce(excluded.size, size)`,
  )
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  const addOwner = database.prepare('INSERT OR IGNORE INTO document_owners VALUES (?, ?)')
  const removeOwners = database.prepare('DELETE FROM document_owners WHERE document = ?')

  return {
    /** @param owner postID of the product or solution that has the file */
    write(id: number, owner: string, facts: DocumentFacts) {
      const { kind, fileLanguage, ownerKind, solutions, size } = facts
      insert.run(id, kind, fileLanguage, ownerKind, JSON.stringify(solutions), size ?? null)
      removeOwners.run(id)
      for (const one of new Set([owner, ...solutions])) addOwner.run(one, id)
    },

    remove(id: number) {
      remove.run(id)
      removeOwners.run(id)
    },
  }
}
