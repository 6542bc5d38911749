import { MAX_TEAM_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { defaultTexts } from '@player-support/contract/notice-texts';
import { chooseText, fillNotice, type NoticeId, type NoticeText } from '@player-support/contract/notices';
import { parseContext } from './context.ts';

/** What a notice about a ticket is written from. */
interface NoticeSource {
  readonly subject: string;
  /** JSON: the PlayerContext when the ticket was created. */
  readonly context: string | null;
  readonly project_name: string | null;
  /** The team's texts of the notice, as JSON: `[locale, title, body][]`. */
  readonly notice_texts: string | null;
}

/**
 * The title and body of a notice, in the language of the ticket, with its variables filled in.
 *
 * @param mergedSubject the subject of the ticket that was merged into this one, if any was
 */
export function noticeMessage(notice: NoticeId, ticket: NoticeSource, mergedSubject = ''): NoticeText {
  const rows: [locale: string, title: string, body: string][] = JSON.parse(ticket.notice_texts ?? '[]');
  const texts = rows.map(([locale, title, body]) => ({ locale, title, body }));
  const { locale } = parseContext(ticket.context);
  const { title, body } = chooseText(locale, { texts, defaults: defaultTexts(notice) });
  const values = {
    'ticket.subject': ticket.subject,
    'merged.subject': mergedSubject,
    'project.name': ticket.project_name ?? '',
  };
  return { title: fillNotice(title, values, MAX_TITLE_LENGTH), body: fillNotice(body, values, MAX_TEAM_TEXT_LENGTH) };
}
