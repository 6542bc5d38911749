import { hasSameJson } from '../lib/changed-fields.ts';
import { audienceOf, type Fields, textsOf } from './announcement-fields.ts';
import { instantIn } from './zoned-time.ts';

/** An announcement that is published now begins after this time, and can be undone until then. */
export const UNDO_SECONDS = 60;

const timeOf = ({ timeZone = '' }: Fields, local = '') => instantIn(timeZone, local)?.at ?? null;

/** Whether an announcement is published now: it has no start, or one within the next minute. */
export function isNow(fields: Fields, now: number): boolean {
  const at = timeOf(fields, fields.startsAt);
  return at === null || Date.parse(at) <= now + UNDO_SECONDS * 1000;
}

/** By the clock of the server: that of the member can be wrong. */
const IN_A_MINUTE = { startsAt: null, startsInSeconds: UNDO_SECONDS };

/** The body that creates an announcement. */
export function newRequestOf(fields: Fields, now: number) {
  return { ...requestOf(fields), ...(isNow(fields, now) ? IN_A_MINUTE : {}) };
}

/** The body that changes one. */
export function editRequestOf(before: Fields, after: Fields, now: number) {
  const changes = changesOf(before, after);
  return { ...changes, ...('startsAt' in changes && isNow(after, now) ? IN_A_MINUTE : {}) };
}

/** The fields as the server stores them. */
export function requestOf(fields: Fields) {
  const { projectId = '', title = '', body = '', startsAt, endsAt, timeZone = '' } = fields;
  return {
    projectId,
    title: title.trim(),
    body,
    texts: textsOf(fields),
    audience: audienceOf(fields),
    timeZone,
    startsAt: timeOf(fields, startsAt),
    endsAt: timeOf(fields, endsAt),
  };
}

/**
 * What differs from the fields before, so that an edit does not undo what others changed. A time is
 * sent only if it was changed: the field has no seconds. In another time zone it is another time.
 */
export function changesOf(before: Fields, after: Fields): Partial<ReturnType<typeof requestOf>> {
  const [from, to] = [requestOf(before), requestOf(after)];
  const isOtherZone = before.timeZone !== after.timeZone;
  const names = ['projectId', 'title', 'body', 'texts', 'audience', 'timeZone'] as const;
  return {
    ...Object.fromEntries(names.flatMap((name) => (hasSameJson(from[name], to[name]) ? [] : [[name, to[name]]]))),
    ...(before.startsAt !== after.startsAt || (isOtherZone && after.startsAt !== '') ? { startsAt: to.startsAt } : {}),
    ...(before.endsAt !== after.endsAt || (isOtherZone && after.endsAt !== '') ? { endsAt: to.endsAt } : {}),
  };
}
