import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type Project, team } from './builders.ts';
import type { Reply } from './call.ts';
import type { TestServer } from './harness.ts';

export const COINS = { sections: [{ title: 'Wallet', items: [{ label: 'Coins', value: '1,250' }] }] };

/** With JSON, or with its text. */
export const answerWith =
  (answer: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    const body = typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** Returns the secret. */
export async function setPlayerData(server: TestServer, { id }: Project, url: string): Promise<string> {
  const { status, body, text } = await team(server, 'PATCH', `/projects/${id}/player-data`, { url });
  assert.equal(status, 200, text);
  return body.secret;
}

export const getPlayerData = (server: TestServer, { id }: { readonly id: string }): Promise<Reply> =>
  team(server, 'GET', `/players/${id}/data`);
