import { MAX_TEAM_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { defaultTexts } from '@player-support/contract/notice-texts';
import { chooseText, fillNotice, type NoticeId, type NoticeText } from '@player-support/contract/notices';
import { parseContext } from './context.ts';

interface NoticeSource {
  readonly subject: string;
  /** JSON: the PlayerContext at the ticket's creation. */
  readonly context: string | null;
  readonly project_name: string | null;
  /** JSON, by the team: `[locale, title, body][]`. */
  readonly notice_texts: string | null;
}

interface NoticeExtras {
  /** Of the ticket that was merged into this one. */
  readonly mergedSubject?: string;
  /** It fixes a known issue. */
  readonly build?: string;
  /** Public, of a known issue. */
  readonly note?: string;
}

/** Returns a notice's title and body in the ticket's language, with variables filled in. */
export function noticeMessage(
  notice: NoticeId,
  ticket: NoticeSource,
  { mergedSubject = '', build = '', note = '' }: NoticeExtras = {},
): NoticeText {
  const rows: [locale: string, title: string, body: string][] = JSON.parse(ticket.notice_texts ?? '[]');
  const texts = rows.map(([locale, title, body]) => ({ locale, title, body }));
  const { locale } = parseContext(ticket.context);
  const { title, body } = chooseText(locale, { texts, defaults: defaultTexts(notice) });
  const values = {
    'ticket.subject': ticket.subject,
    'merged.subject': mergedSubject,
    'fix.build': build,
    'issue.note': note,
    'project.name': ticket.project_name ?? '',
  };
  return { title: fillNotice(title, values, MAX_TITLE_LENGTH), body: fillNotice(body, values, MAX_TEAM_TEXT_LENGTH) };
}
