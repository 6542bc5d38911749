import { hasSameJson } from '../lib/changed-fields.ts';
import { audienceOf, type Fields, textsOf } from './announcement-fields.ts';
import { instantIn } from './zoned-time.ts';

/** An announcement "now" begins after this time. Until then it can be undone. */
export const UNDO_SECONDS = 60;

const timeOf = ({ timeZone = '' }: Fields, local = '') => instantIn(timeZone, local)?.at ?? null;

export function isNow(fields: Fields, now: number): boolean {
  const at = timeOf(fields, fields.startsAt);
  return at === null || Date.parse(at) <= now + UNDO_SECONDS * 1000;
}

/** By the server's clock: the member's can be wrong. */
const IN_A_MINUTE = { startsAt: null, startsInSeconds: UNDO_SECONDS };

export function newRequestOf(fields: Fields, now: number) {
  return { ...requestOf(fields), ...(isNow(fields, now) ? IN_A_MINUTE : {}) };
}

export function editRequestOf(before: Fields, after: Fields, now: number) {
  const changes = changesOf(before, after);
  return { ...changes, ...('startsAt' in changes && isNow(after, now) ? IN_A_MINUTE : {}) };
}

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
 * Returns only what changed, so that others' changes stay. An unchanged time is not sent: its field
 * has no seconds.
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
