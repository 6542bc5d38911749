import { fieldProblem } from '@player-support/contract/field-problems';
import type { AnnouncementTexts, Audience } from '@player-support/contract/team/announcements';
import { cleanAudience } from '../../domain/audience.ts';
import { canonicalTimeZone } from '../../domain/local-time.ts';
import { inOrder } from '../../domain/localized-texts.ts';
import { refuseProblems } from '../../errors.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';

/** Undefined: absent in the request. */
interface Fields {
  readonly texts: AnnouncementTexts | undefined;
  readonly audience: Audience | null | undefined;
  readonly timeZone: string | null | undefined;
}

type Values = Pick<StoredAnnouncement, 'texts' | 'audience' | 'time_zone'>;

/** The defaults of a new announcement. */
export const PLAIN: Values = { texts: null, audience: null, time_zone: null };

/** Throws AppError `validation`. */
export function announcementValues(before: Values, { texts, audience, timeZone }: Fields): Values {
  const cleaned = cleanAudience(audience ?? {});
  const problems = { ...cleaned.problems };
  const zone = typeof timeZone === 'string' ? canonicalTimeZone(timeZone) : null;
  if (zone === undefined) problems.timeZone = [fieldProblem('unknown-zone-of-times')];
  refuseProblems(problems);
  return {
    texts: texts === undefined ? before.texts : storedTexts(texts),
    audience: audience === undefined ? before.audience : cleaned.audience && JSON.stringify(cleaned.audience),
    time_zone: timeZone === undefined ? before.time_zone : (zone ?? null),
  };
}

function storedTexts(texts: AnnouncementTexts): string | null {
  const named = Object.entries(inOrder(texts)).map(([locale, { title, body }]) => [locale, { title, body }]);
  return named.length === 0 ? null : JSON.stringify(Object.fromEntries(named));
}
