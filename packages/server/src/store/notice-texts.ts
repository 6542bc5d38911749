import type { Executor } from './database.ts';
import { deleteRows, saveRow, selectRows } from './plain-statements.ts';
import { type NoticeTextRow, noticeTextTable } from './tables.ts';

type Key = Pick<NoticeTextRow, 'project_id' | 'notice' | 'locale'>;

const set = saveRow(noticeTextTable);

const listOfProject = selectRows(noticeTextTable, ['project_id'], ['notice', 'locale']);
const remove = deleteRows(noticeTextTable, 'project_id', 'notice', 'locale');

/** Texts of notices. Writing one to a player reads them with the ticket: see `tickets.toChange`. */
export const noticeTexts = (db: Executor) => ({
  /** Adds or replaces a text. */
  set: (row: NoticeTextRow) => db.run(set, row),
  listOfProject: (projectId: string) => db.all(listOfProject, { project_id: projectId }),
  /** False if there is no such text. */
  remove: async (key: Key) => (await db.run(remove, key)) > 0,
});
