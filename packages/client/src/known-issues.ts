import type { CallOptions } from './http.ts';
import type { PlayerSupport } from './index.ts';

type Support = Pick<PlayerSupport, 'request'>;

/** What the team tells players about a problem. */
export interface KnownIssue {
  readonly id: string;
  /** In the language asked for, or in English. */
  readonly note: string;
  /** `fixed`: in `fixedInBuild`, which the player does not have yet. */
  readonly state: 'investigating' | 'identified' | 'fixed' | (string & {});
  /** The first build without it. Null: unknown, or not `fixed` yet. */
  readonly fixedInBuild: string | null;
  /** The player has it too, by `subscribe` or a ticket. */
  readonly subscribed: boolean;
}

/** The player's context fills in what is absent. */
export interface KnownIssuesOptions extends CallOptions {
  /** A version such as `2.4.2`, or a build number. */
  readonly build?: string | undefined;
  readonly platform?: string | undefined;
  /** The language of the notes, such as `pt-BR`. */
  readonly locale?: string | undefined;
}

/** Lists known issues of a build, newest first. Show them before the player writes a ticket. */
export async function listKnownIssues(support: Support, options: KnownIssuesOptions = {}): Promise<KnownIssue[]> {
  const { build, platform, locale, signal } = options;
  const query = Object.entries({ build, platform, locale }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const { knownIssues } = await support.request<{ knownIssues: KnownIssue[] }>({
    signal,
    method: 'GET',
    path: `/api/v1/player/known-issues${query.length > 0 ? '?' : ''}${query.join('&')}`,
    expects: ['knownIssues[]'],
  });
  return knownIssues;
}

/**
 * The player has a known issue too. The team sees how many do, and the inbox says when the player
 * has the build that fixes it. To do it again changes nothing.
 *
 * @throws SupportError `not-found` if it is closed by now, `player-blocked`, or a network error
 */
export async function subscribe(support: Support, id: string, options?: CallOptions): Promise<void> {
  const path = `/api/v1/player/known-issues/${encodeURIComponent(id)}/subscribe`;
  await support.request({ ...options, path, expects: [] });
}

/** Asks whether a ticket's problem is fixed. */
export interface Question {
  readonly ticketId: string;
  /** The inbox message that asks the same. */
  readonly messageId: string;
  /** Of the ticket. */
  readonly subject: string;
  /** Should fix it. The player has this build or a later one. */
  readonly build: string;
  readonly askedAt: string;
}

/** Lists unanswered questions, newest first. */
export async function listQuestions(support: Support, options?: CallOptions): Promise<Question[]> {
  const { questions } = await support.request<{ questions: Question[] }>({
    ...options,
    method: 'GET',
    path: '/api/v1/player/questions',
    expects: ['questions[]'],
  });
  return questions;
}

/**
 * Answers a question. Yes closes the ticket, no opens it again. A yes can become a no.
 *
 * @throws SupportError `question-answered` for a yes after a no, `not-found`, `player-blocked`, or a
 *   network error
 */
export async function answerQuestion(
  support: Support,
  ticketId: string,
  fixed: boolean,
  options?: CallOptions,
): Promise<void> {
  const path = `/api/v1/player/tickets/${encodeURIComponent(ticketId)}/fixed`;
  await support.request({ ...options, path, body: { fixed }, expects: ['ticketId'] });
}
