import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnBoth } from '../helpers/differential.ts';

/** The responses that the histories must contain, and how often at least. */
const REQUIRED_COUNTS: Readonly<Record<string, number>> = {
  'POST /api/v1/player/identify 200': 100,
  'POST /api/v1/player/identify 400/validation': 5,
  'POST /api/v1/tickets 201': 300,
  'POST /api/v1/tickets 409/open-ticket-limit': 10,
  'POST /api/v1/tickets 409/player-blocked': 10,
  'POST /api/v1/tickets 409/idempotency-conflict': 2,
  'GET /api/v1/player/tickets 200': 100,
  'GET /api/v1/player/tickets 304': 1,
  'GET /api/v1/tickets/* 200': 100,
  'GET /api/v1/tickets/* 404/not-found': 10,
  'POST /api/v1/tickets/*/messages 200': 100,
  'POST /api/v1/tickets/*/messages 409/ticket-closed': 20,
  'GET /api/v1/player/inbox 200': 200,
  'GET /api/v1/player/inbox 304': 5,
  'POST /api/v1/player/inbox/*/read 200': 50,
  'GET /api/v1/team/tickets 200': 100,
  'PATCH /api/v1/team/tickets/* 200': 200,
  'PATCH /api/v1/team/tickets/* 409/ticket-merged': 5,
  'POST /api/v1/team/tickets/*/merge 200': 40,
  'POST /api/v1/team/tickets/*/merge 400/validation': 10,
  'POST /api/v1/team/tickets/*/merge 409/ticket-merged': 5,
  'POST /api/v1/team/tickets/*/merge 409/merge-refused': 12,
  'POST /api/v1/team/tickets/*/unmerge 200': 40,
  'POST /api/v1/team/tickets/*/unmerge 409/merge-refused': 2,
  'POST /api/v1/team/tickets/*/replies 201': 200,
  'POST /api/v1/team/tickets/*/notes 201': 50,
  'POST /api/v1/team/players/*/messages 201': 50,
  'PATCH /api/v1/team/players/* 200': 30,
  'PATCH /api/v1/team/projects/* 200': 50,
  'PATCH /api/v1/team/tickets 200': 20,
  'PATCH /api/v1/team/tickets 400/validation': 2,
  'GET /api/v1/team/tickets/counts 200': 30,
  'GET /api/v1/team/tickets/facets 200': 30,
  'GET /api/v1/team/players/*/tickets 200': 20,
  'GET /api/v1/team/players/*/installations 200': 20,
  'POST /api/v1/team/macros 201': 10,
  'PATCH /api/v1/team/macros/* 200': 5,
  'DELETE /api/v1/team/macros/* 204': 3,
  'POST /api/v1/team/announcements 201': 15,
  'PATCH /api/v1/team/announcements/* 200': 3,
  'PATCH /api/v1/team/announcements/* 409/announcement-begun': 10,
  'DELETE /api/v1/team/announcements/* 204': 10,
};

test('both engines give the same responses to random requests', async (t) => {
  const counts = await playOnBoth(t, 4, 2500);
  for (const [response, minimum] of Object.entries(REQUIRED_COUNTS)) {
    assert.ok((counts.get(response) ?? 0) >= minimum, `${response}: only ${counts.get(response)}`);
  }
});
