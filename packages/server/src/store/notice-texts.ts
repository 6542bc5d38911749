import type { Executor } from './database.ts';
import { deleteRows, saveRow, selectRows } from './plain-statements.ts';
import { type NoticeTextRow, noticeTextTable } from './tables.ts';

type Key = Pick<NoticeTextRow, 'project_id' | 'notice' | 'locale'>;

const set = saveRow(noticeTextTable);

const listOfProject = selectRows(noticeTextTable, ['project_id'], ['notice', 'locale']);
const remove = deleteRows(noticeTextTable, 'project_id', 'notice', 'locale');

/** A notice reads them with its ticket: see `tickets.toChange`. */
export const noticeTexts = (db: Executor) => ({
  set: (row: NoticeTextRow) => db.run(set, row),
  listOfProject: (projectId: string) => db.all(listOfProject, { project_id: projectId }),
  remove: async (key: Key) => (await db.run(remove, key)) > 0,
});
