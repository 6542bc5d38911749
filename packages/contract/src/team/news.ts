import { type Static, Type } from 'typebox';
import { LIVE_NOTIFICATION_KINDS } from '../enums.ts';
import { MAX_NEWS } from '../limits.ts';
import { DateTime, Enum, NamedObject } from '../schema.ts';

const ONE_KIND = `(?:${LIVE_NOTIFICATION_KINDS.join('|')})`;

export const NewsQuery = Type.Object({
  kinds: Type.String({
    pattern: `^${ONE_KIND}(?:,${ONE_KIND})*$`,
    maxLength: 100,
    description: `What to tell, with commas between: ${LIVE_NOTIFICATION_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
  }),
});

export const News = NamedObject('News', {
  kind: Enum(LIVE_NOTIFICATION_KINDS, 'As in the notification settings.'),
  ticketId: Type.String(),
  at: DateTime('When it happened. The last time, if a ticket has several news of this kind.'),
});
export type News = Static<typeof News>;

export const NewsResponse = NamedObject('NewsResponse', {
  news: Type.Array(News, { maxItems: MAX_NEWS }),
});
