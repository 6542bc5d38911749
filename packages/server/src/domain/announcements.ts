import { ownLocales } from '@player-support/contract/locales';
import type { AnnouncementTexts, Audience } from '@player-support/contract/team/announcements';
import type { PlayerContext } from '@player-support/contract/team/players';
import { type AudienceTest, audienceTest } from './audience.ts';
import { parseContext } from './context.ts';
import { inboxContent } from './inbox-content.ts';
import { RecentMap } from './recent-map.ts';

export interface Announcement {
  readonly announcement_id: string;
  readonly title: string;
  readonly body: string;
  /** JSON: AnnouncementTexts. */
  readonly texts: string | null;
  /** JSON: Audience. */
  readonly audience: string | null;
  readonly starts_at: number | null;
  readonly ends_at: number | null;
  readonly created_at: number;
}

type Times = Pick<Announcement, 'starts_at' | 'ends_at' | 'created_at'>;

/** Returns when players first see it. */
export const shownSince = ({ created_at, starts_at }: Pick<Times, 'created_at' | 'starts_at'>): number =>
  Math.max(created_at, starts_at ?? 0);

export const isShown = (announcement: Times, now: number): boolean =>
  hasStarted(announcement, now) && !hasEnded(announcement, now);

export const hasStarted = ({ starts_at }: Pick<Times, 'starts_at'>, now: number): boolean =>
  starts_at === null || starts_at <= now;

export const hasEnded = ({ ends_at }: Pick<Times, 'ends_at'>, now: number): boolean =>
  ends_at !== null && ends_at <= now;

// The casts: CreateAnnouncement and UpdateAnnouncement checked the stored values.
export const textsOf = ({ texts }: Pick<Announcement, 'texts'>) => JSON.parse(texts ?? '{}') as AnnouncementTexts;
export const audienceOf = ({ audience }: Pick<Announcement, 'audience'>) =>
  JSON.parse(audience ?? 'null') as Audience | null;

/** What a poll must read for the announcements that are shown. */
export interface WantedOfPlayer {
  /** 0: none is shown. 1: what the player has read. 2: also its user id. */
  readonly announcements: 0 | 1 | 2;
  /** JSON: string[], to look for in the player's tickets. */
  readonly knownIssues: string;
}

export interface Reader {
  readonly playerId: string;
  readonly userId: string | null;
  readonly context: string | null;
  /** By id, since when the player has a known issue: since a ticket was linked, or "me too". */
  readonly knownIssues: ReadonlyMap<string, number>;
}

export interface ShownAnnouncement {
  readonly id: string;
  readonly createdAt: number;
  /** Later than `createdAt` if the player has the known issue only since then. */
  readonly seenFrom: number;
  /** JSON: InboxContent. */
  readonly content: string;
  /** Empty: the text for all other locales. Undefined: there is only one text. */
  readonly locale: string | undefined;
}

type Text = { readonly title: string; readonly body: string };

/** A shown announcement, with what is the same for all players. */
interface Running {
  readonly row: Announcement;
  readonly createdAt: number;
  readonly test: AudienceTest | undefined;
  /** The context alone does not decide who sees it. */
  readonly needsPlayer: boolean;
  readonly knownIssueId: string | undefined;
  /** Undefined: there is only one text. */
  readonly texts: Readonly<Record<string, Text | undefined>> | undefined;
  /** By the locale of the text. */
  readonly prepared: Map<string | undefined, Prepared>;
}

type Prepared = ShownAnnouncement & { readonly of: Running };

/** The least number of contexts remembered. */
const CONTEXTS = 2000;

/** Announcements of a project that have not ended, shared by all polls of a node. */
export class ProjectAnnouncements<Row extends Announcement = Announcement> {
  readonly rows: readonly Row[];
  #moment: Moment | undefined;

  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  byId(id: string): Row | undefined {
    return this.rows.find((row) => row.announcement_id === id);
  }

  wanted(now: number): WantedOfPlayer {
    return this.#at(now).wanted;
  }

  /** Newest first. */
  shownTo(reader: Reader, now: number): readonly ShownAnnouncement[] {
    const moment = this.#at(now);
    if (moment.running.length === 0) return [];
    const stored = reader.context ?? '';
    let fits = moment.byStored.get(stored);
    if (fits === undefined) {
      fits = fittingContext(moment, parseContext(reader.context));
      moment.byStored.set(stored, fits);
    }
    if (!fits.some(({ of }) => of.needsPlayer)) return fits;
    const shown: ShownAnnouncement[] = [];
    for (const one of fits) {
      const own = forPlayer(one, reader);
      if (own !== undefined) shown.push(own);
    }
    return shown;
  }

  /** Newest first. Announcements older than `oldest` have left the inbox. */
  inInboxOf(reader: Reader, now: number, oldest: number): readonly ShownAnnouncement[] {
    return this.shownTo(reader, now).filter(({ createdAt }) => createdAt >= oldest);
  }

  #at(now: number): Moment {
    const known = this.#moment;
    if (known !== undefined && known.from <= now && now < known.until) return known;
    const moment = momentOf(this.rows, now);
    this.#moment = moment;
    return moment;
  }
}

type Moment = ReturnType<typeof momentOf>;

/** What is the same until the next announcement starts or ends. */
function momentOf(all: readonly Announcement[], now: number) {
  const times = all.flatMap(({ starts_at, ends_at }) => [starts_at ?? 0, ends_at ?? 0]);
  const rows = all
    .filter((row) => isShown(row, now))
    .sort((a, b) => shownSince(b) - shownSince(a) || (a.announcement_id < b.announcement_id ? 1 : -1));
  return {
    from: Math.max(0, ...times.filter((time) => time <= now)),
    until: Math.min(...times.filter((time) => time > now)),
    /** Newest first. */
    running: rows.map(runningOf),
    wanted: wantedFor(rows),
    /** What fits a context. Many players share platform, build and locale. */
    byContext: new RecentMap<readonly Prepared[]>(CONTEXTS),
    /** By the stored context, so that most polls need not parse it. */
    byStored: new RecentMap<readonly Prepared[]>(CONTEXTS),
  };
}

function wantedFor(rows: readonly Announcement[]): WantedOfPlayer {
  const issues = new Set(rows.flatMap((row) => audienceOf(row)?.knownIssueId ?? []));
  const isPlain = rows.every(({ texts, audience }) => texts === null && audience === null);
  return {
    announcements: rows.length === 0 ? 0 : isPlain ? 1 : 2,
    knownIssues: JSON.stringify([...issues]),
  };
}

function runningOf(row: Announcement): Running {
  const audience = audienceOf(row);
  return {
    row,
    createdAt: shownSince(row),
    test: audience === null ? undefined : audienceTest(audience),
    needsPlayer: audience?.players !== undefined || audience?.knownIssueId !== undefined,
    knownIssueId: audience?.knownIssueId,
    texts: row.texts === null ? undefined : textsOf(row),
    prepared: new Map(),
  };
}

/** Audiences ignore device and system, so players who differ only in these share the result. */
function fittingContext({ running, byContext }: Moment, context: PlayerContext): readonly Prepared[] {
  const { platform, locale, appVersion, buildNumber } = context;
  const key = JSON.stringify([platform, locale, appVersion, buildNumber]);
  const known = byContext.get(key);
  if (known !== undefined) return known;
  const locales = ownLocales(locale);
  const fits = running.flatMap((one) => (one.test?.fitsContext(context) === false ? [] : [preparedFor(one, locales)]));
  byContext.set(key, fits);
  return fits;
}

/** `locales`: what the players read, best first. */
function preparedFor(running: Running, locales: readonly string[]): Prepared {
  const { row, createdAt, texts, prepared } = running;
  const own = texts && locales.find((one) => texts[one] !== undefined);
  const locale = texts && (own ?? '');
  const known = prepared.get(locale);
  if (known !== undefined) return known;
  const { title, body } = (own === undefined ? undefined : texts?.[own]) ?? row;
  const content = inboxContent({ type: 'announcement', ticketId: null, title, body }, createdAt);
  const one = { id: row.announcement_id, createdAt, seenFrom: createdAt, content, locale, of: running };
  prepared.set(locale, one);
  return one;
}

/** Undefined: the player is not in the audience. */
function forPlayer(one: Prepared, reader: Reader): ShownAnnouncement | undefined {
  const { needsPlayer, test, knownIssueId } = one.of;
  if (!needsPlayer) return one;
  if (test?.fitsPlayer(reader) === false) return undefined;
  const hasItSince = knownIssueId === undefined ? undefined : reader.knownIssues.get(knownIssueId);
  return hasItSince === undefined ? one : { ...one, seenFrom: Math.max(one.seenFrom, hasItSince) };
}
