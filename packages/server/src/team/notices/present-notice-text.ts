import type { NoticeTextResponse } from '@player-support/contract/team/notices';
import { iso } from '../../domain/time.ts';
import type { NoticeTextRow } from '../../store/tables.ts';

export function presentNoticeText({ locale, title, body, updated_at }: NoticeTextRow): NoticeTextResponse {
  return { locale, title, body, updatedAt: iso(updated_at) };
}
