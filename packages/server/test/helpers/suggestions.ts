import assert from 'node:assert/strict';
import { aPlayer, aTicket, type Project, team } from './builders.ts';
import type { Api } from './call.ts';
import type { TestServer } from './harness.ts';
import { indexAll } from './search.ts';

interface Why {
  readonly words: string[];
  readonly sameType: boolean;
  readonly sameBuild: boolean;
  readonly samePlatform: boolean;
}

interface Suggested {
  readonly suggestions: {
    readonly ticket: { readonly id: string };
    readonly knownIssue: { readonly id: string; readonly title: string };
    /** Only of suggested tickets. */
    readonly message: string;
    readonly score: number;
    readonly likely: boolean;
    readonly why: Why;
  }[];
  readonly complete: boolean;
}

async function suggested(server: TestServer, path: string): Promise<Suggested> {
  await indexAll(server);
  const { status, body, text } = await team(server, 'GET', path);
  assert.equal(status, 200, text);
  return body;
}

export const suggestedTickets = (server: TestServer, issueId: string) =>
  suggested(server, `/known-issues/${issueId}/suggested-tickets`);
export const suggestedIssues = (server: TestServer, ticketId: string) =>
  suggested(server, `/tickets/${ticketId}/suggested-known-issues`);

/** Best first. */
export async function suggestedIds(server: TestServer, issueId: string): Promise<string[]> {
  return (await suggestedTickets(server, issueId)).suggestions.map(({ ticket }) => ticket.id);
}

export async function aReport(
  server: Api,
  project: Project,
  message: string,
  { context, ...fields }: { context?: object; subject?: string; type?: string } = {},
): Promise<string> {
  const player = await aPlayer(server, project, context === undefined ? {} : { context });
  return aTicket(server, player, { subject: 'Help', message, ...fields });
}

const OTHERS = [
  'How do I change my name?',
  'The arena match has lag',
  'I was charged twice for the battle pass',
  'Please add a quest about dragons',
  'Mein Passwort geht nicht',
  'Wann kommt das nächste Update?',
  'ログインできません',
  '対戦のラグがひどいです',
];

/** They give words a frequency. */
export async function otherReports(server: Api, project: Project, count = 16): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push(await aReport(server, project, OTHERS[index % OTHERS.length] ?? ''));
  }
  return ids;
}
