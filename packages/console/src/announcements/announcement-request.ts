import { hasSameJson } from '../app/changed-fields.ts';
import { audienceOf, type Fields, textsOf } from './announcement-fields.ts';
import { instantIn } from './zoned-time.ts';

const timeOf = ({ timeZone = '' }: Fields, local = '') => instantIn(timeZone, local)?.at ?? null;

/** The body that creates an announcement. */
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
