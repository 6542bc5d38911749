import assert from 'node:assert/strict';
import { type FieldProblems, messagesOf } from '@player-support/contract/field-problems';
import type { TeamValidationProblem } from '@player-support/contract/problem';
import type { Reply } from './call.ts';

/** RFC 9457. No other fields. */
export function assertProblem(reply: Reply, status: number, slug: string, instance: string): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const { title, detail, errors: _errors, problems: _problems, factors, ...rest } = reply.body;
  assert.deepEqual(rest, { type: `/problems/${slug}`, status, instance });
  for (const text of [title, detail]) assert.ok(typeof text === 'string' && text !== '', reply.text);
  assert.equal('errors' in reply.body, slug === 'validation', reply.text);
  assert.equal(Array.isArray(factors), slug === 'second-factor-required', reply.text);
  if (slug === 'validation') assertCodes(reply, instance);
}

/** Asserts that `problems` repeats `errors` in the team API. The player API lacks it. */
function assertCodes({ body, text }: Reply, instance: string): void {
  // Operations for the single sign-on provider are outside the team API.
  const isOfTeam = /^\/api\/v1\/team\/(?!oidc\/)/.test(instance);
  assert.equal('problems' in body, isOfTeam, text);
  if (!isOfTeam) return;
  const { errors, problems = [] } = body as TeamValidationProblem;
  // Without a prototype: a field can be named "__proto__".
  const byField = Object.create(null) as FieldProblems;
  for (const { field, code, parameters = {} } of problems) {
    byField[field] ??= [];
    // The cast: the message shows whether the parameters fit the code.
    byField[field].push({ code, parameters } as FieldProblems[string][number]);
  }
  assert.deepEqual(Object.entries(messagesOf(byField)), Object.entries(errors ?? {}), text);
}

/** Asserts a 400 with messages for exactly these fields. */
export function assertInvalid(reply: Reply, instance: string, ...fields: string[]): void {
  assertProblem(reply, 400, 'validation', instance);
  const { errors } = reply.body;
  assert.deepEqual(Object.keys(errors).sort(), fields.sort());
  for (const messages of Object.values<string[]>(errors)) {
    assert.ok(Array.isArray(messages) && messages.length > 0, reply.text);
    for (const message of messages) assert.ok(typeof message === 'string' && message !== '', reply.text);
  }
}

/** Asserts a 401 with its challenge (RFC 6750), without `error` if there was no token. */
export function assertUnauthorized(reply: Reply, instance: string, error?: 'invalid_request' | 'invalid_token'): void {
  assertProblem(reply, 401, 'unauthorized', instance);
  const challenge = reply.headers.get('www-authenticate') ?? '';
  if (error === undefined) assert.equal(challenge, 'Bearer');
  else assert.match(challenge, new RegExp(`^Bearer error="${error}"(?:, error_description="[^"\\\\]+")?$`));
}

/** Asserts a 429 with this quota per window. In seconds. */
export function assertLimited(
  reply: Reply,
  instance: string,
  { quota, window, wait }: { quota: number; window: number; wait: number },
): void {
  assertProblem(reply, 429, 'rate-limited', instance);
  assert.equal(reply.headers.get('retry-after'), String(wait));
  const [, policy, rest] = /^"([^"]+)";(.*)$/.exec(reply.headers.get('ratelimit') ?? '') ?? [];
  assert.equal(rest, `r=0;t=${wait}`);
  assert.equal(reply.headers.get('ratelimit-policy'), `"${policy}";q=${quota};w=${window}`);
}
