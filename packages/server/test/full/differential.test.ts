import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playOnBoth } from '../helpers/differential.ts';

/** How often the histories must contain these, at least. */
const REQUIRED_COUNTS: Readonly<Record<string, number>> = {
  'POST /api/v1/player/identify 200': 50,
  'POST /api/v1/player/identify 400/validation': 3,
  'POST /api/v1/tickets 201': 150,
  'POST /api/v1/tickets 409/open-ticket-limit': 5,
  'POST /api/v1/tickets 409/player-blocked': 5,
  'POST /api/v1/tickets 409/idempotency-conflict': 1,
  'GET /api/v1/player/tickets 200': 50,
  'GET /api/v1/player/tickets 304': 1,
  'GET /api/v1/tickets/* 200': 50,
  'GET /api/v1/tickets/* 404/not-found': 5,
  'POST /api/v1/tickets/*/messages 200': 50,
  'POST /api/v1/tickets/*/messages 409/ticket-closed': 10,
  'GET /api/v1/player/inbox 200': 100,
  'GET /api/v1/player/inbox 304': 3,
  'POST /api/v1/player/inbox/*/read 200': 25,
  'GET /api/v1/team/tickets 200': 50,
  'PATCH /api/v1/team/tickets/* 200': 100,
  'PATCH /api/v1/team/tickets/* 409/ticket-merged': 3,
  'POST /api/v1/team/tickets/*/merge 200': 20,
  'POST /api/v1/team/tickets/*/merge 400/validation': 5,
  'POST /api/v1/team/tickets/*/merge 409/ticket-merged': 3,
  'POST /api/v1/team/tickets/*/merge 409/merge-refused': 6,
  'POST /api/v1/team/tickets/*/unmerge 200': 20,
  'POST /api/v1/team/tickets/*/unmerge 409/merge-refused': 1,
  'POST /api/v1/team/tickets/*/replies 201': 100,
  'POST /api/v1/team/tickets/*/notes 201': 25,
  'POST /api/v1/team/players/*/messages 201': 25,
  'PATCH /api/v1/team/players/* 200': 15,
  'PATCH /api/v1/team/projects/* 200': 25,
  'PATCH /api/v1/team/tickets 200': 10,
  'PATCH /api/v1/team/tickets 400/validation': 1,
  'GET /api/v1/team/tickets/counts 200': 15,
  'GET /api/v1/team/tickets/facets 200': 15,
  'GET /api/v1/team/players/*/tickets 200': 10,
  'GET /api/v1/team/players/*/installations 200': 10,
  'POST /api/v1/team/macros 201': 5,
  'PATCH /api/v1/team/macros/* 200': 3,
  'DELETE /api/v1/team/macros/* 204': 2,
  'POST /api/v1/team/announcements 201': 8,
  'PATCH /api/v1/team/announcements/* 200': 2,
  'PATCH /api/v1/team/announcements/* 409/announcement-begun': 5,
  'DELETE /api/v1/team/announcements/* 204': 5,
};

test('both engines give the same responses to random requests', async (t) => {
  const counts = await playOnBoth(t, 2, 2500);
  for (const [response, minimum] of Object.entries(REQUIRED_COUNTS)) {
    assert.ok((counts.get(response) ?? 0) >= minimum, `${response}: only ${counts.get(response)}`);
  }
});
