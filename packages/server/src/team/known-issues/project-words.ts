import { MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { type Collection, collectionOf } from '../../domain/bm25.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { type IssueProfile, type IssueTexts, profileOf } from '../../domain/issue-profile.ts';
import { RecentMap } from '../../domain/recent-map.ts';
import { SharedWork } from '../../domain/shared-work.ts';
import { termsOf } from '../../domain/terms.ts';
import { DAY, MINUTE } from '../../domain/time.ts';
import type { Context } from '../../operations/context.ts';
import type { ComparedIssue, ComparedMessage, LinkedText } from '../../store/suggestions.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    readonly projectWords: ProjectWords;
  }
}

/** Tickets whose messages tell how frequent words are. */
const SAMPLE = 300;
/** Sampled tickets are older, if there are enough: words of a new bug must not look frequent. */
const SURGE_MS = 7 * DAY;
/** Of each message: texts of players are hostile. */
const MAX_SAMPLED_TEXT = 500;
/** A full sample changes little. A smaller one is read each time. */
const SAMPLE_AGE_MS = 5 * MINUTE;
/** How long newly linked tickets may be missing. */
const PROFILES_AGE_MS = MINUTE;
/** At least. */
const KEPT_PROJECTS = 10;
/** At least: all of two full projects. */
const KEPT_ISSUES = 2 * MAX_KNOWN_ISSUES;
/** Their words tell what a known issue is about. */
export const MAX_LINKED = 20;
/** Of each status, if a whole project is compared, and of all together. */
const MAX_LINKED_OF_EACH = 5;
const MAX_LINKED_OF_ALL = 1000;
/** All public notes of a known issue together. */
const MAX_NOTES_TEXT = 4000;

export interface ComparedProfile {
  readonly id: string;
  readonly title: string;
  readonly state: ComparedIssue['state'];
  readonly profile: IssueProfile;
}

/** The newest tell best what a known issue is about. */
export const newestFirst = (linked: readonly LinkedText[]): LinkedText[] =>
  linked.toSorted((a, b) => b.created_at - a.created_at || (a.ticket_id < b.ticket_id ? 1 : -1)).slice(0, MAX_LINKED);

/** Long texts are cut. */
export function issueTexts(
  issue: Omit<ComparedIssue, 'known_issue_id' | 'updated_at'>,
  linked: readonly LinkedText[],
): IssueTexts {
  // The casts: CreateKnownIssue and UpdateKnownIssue checked the rows.
  const notes = Object.values(JSON.parse(issue.notes) as Record<string, string>);
  const share = Math.floor(MAX_NOTES_TEXT / Math.max(1, notes.length));
  return {
    title: issue.title,
    texts: [issue.description, ...notes.map((note) => note.slice(0, share))],
    builds: JSON.parse(issue.builds) as string[],
    platforms: JSON.parse(issue.platforms) as string[],
    linked,
  };
}

interface Kept<T> {
  readonly at: number;
  /** It differs after a change. */
  readonly version: string;
  readonly value: T;
}

/**
 * Remembers how frequent words are in each project and what its known issues are about.
 * Simultaneous requests share the work.
 */
export function createProjectWords({ store, clock, elapsed }: Pick<Context, 'store' | 'clock' | 'elapsed'>) {
  const samples = new RecentMap<Kept<Collection>>(KEPT_PROJECTS);
  const projects = new RecentMap<Kept<readonly ComparedProfile[]>>(KEPT_PROJECTS);
  const profiles = new RecentMap<Kept<IssueProfile>>(KEPT_ISSUES);
  const sampling = new SharedWork<Collection>();
  const comparing = new SharedWork<readonly ComparedProfile[]>();

  const freshOf = <T>(kept: Kept<T> | undefined, age: number, version = ''): T | undefined =>
    kept !== undefined && kept.version === version && elapsed() - kept.at < age ? kept.value : undefined;

  /** Older than a surge, and newer ones if these are too few. */
  async function sampled(projectId: string, oldest: number): Promise<ComparedMessage[]> {
    const now = clock();
    const before = (end: number, limit: number) =>
      store.suggestions.messages({ projectId, terms: [], linkable: undefined, oldest, now: end, limit });
    const older = await before(now - SURGE_MS, SAMPLE);
    const newer = older.length === SAMPLE ? [] : await before(now, SAMPLE - older.length);
    return [...new Map([...newer, ...older].map((message) => [message.ticket_id, message])).values()];
  }

  async function readCollection(projectId: string, oldest: number): Promise<Collection> {
    const documents = await sampled(projectId, oldest);
    const termsIn = ({ subject, message }: ComparedMessage) => termsOf(subject, message.slice(0, MAX_SAMPLED_TEXT));
    const texts = await inTurns(documents, termsIn);
    const { containing, ...counted } = collectionOf(texts);
    if (documents.length < SAMPLE) return { ...counted, containing };
    // Words of one message say little, and are most of the words.
    const frequent = { ...counted, containing: new Map([...containing].filter(([, count]) => count > 1)) };
    samples.set(projectId, { at: elapsed(), version: '', value: frequent });
    return frequent;
  }

  /** Computed only if the issue or its linked tickets have changed. */
  function profileFor(issue: ComparedIssue, tickets: readonly LinkedText[], words: Collection): IssueProfile {
    const linked = newestFirst(tickets);
    const version = [issue.updated_at, ...linked.map(({ ticket_id }) => ticket_id)].join();
    const kept = freshOf(profiles.get(issue.known_issue_id), SAMPLE_AGE_MS, version);
    if (kept !== undefined) return kept;
    const profile = profileOf(issueTexts(issue, linked), words);
    profiles.set(issue.known_issue_id, { at: elapsed(), version, value: profile });
    return profile;
  }

  async function readIssues(projectId: string, version: string, words: Collection) {
    const at = elapsed();
    const issues = await store.suggestions.unclosed(projectId, MAX_KNOWN_ISSUES);
    const ids = issues.map(({ known_issue_id }) => known_issue_id);
    const share = Math.max(1, Math.floor(MAX_LINKED_OF_ALL / Math.max(1, ids.length)));
    const tickets = await store.suggestions.linked(ids, Math.min(MAX_LINKED_OF_EACH, share));
    const linked = Map.groupBy(tickets, ({ known_issue_id }) => known_issue_id);
    const all = await inTurns(issues, (issue) => ({
      id: issue.known_issue_id,
      title: issue.title,
      state: issue.state,
      profile: profileFor(issue, linked.get(issue.known_issue_id) ?? [], words),
    }));
    projects.set(projectId, { at, version, value: all });
    return all;
  }

  return {
    /** `oldest`: the lowest document id in the index. */
    async collection(projectId: string, oldest: number): Promise<Collection> {
      const known = freshOf(samples.get(projectId), SAMPLE_AGE_MS);
      return known ?? sampling.run(projectId, () => readCollection(projectId, oldest));
    },
    /** Reads those of a project that are not closed. */
    async issues(projectId: string, words: Collection): Promise<readonly ComparedProfile[]> {
      const version = await store.suggestions.version(projectId);
      const known = freshOf(projects.get(projectId), PROFILES_AGE_MS, version);
      return known ?? comparing.run(`${projectId} ${version}`, () => readIssues(projectId, version, words));
    },
  };
}

export type ProjectWords = ReturnType<typeof createProjectWords>;
