import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_KNOWN_ISSUE_NOTES_LENGTH, MAX_KNOWN_ISSUES } from '@player-support/contract/limits';
import { createKnownIssue } from '../../../../src/team/known-issues/create-known-issue.ts';
import { EMPTY_ISSUE } from '../../../../src/team/known-issues/issue-values.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { START } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

const PATH = '/api/v1/team/known-issues';

testTeamOperation(
  createKnownIssue,
  {
    access: { role: 'agent', elsewhere: 400 },
    request: ({ project }) => ({
      body: {
        projectId: project.id,
        title: HIDDEN,
        description: HIDDEN,
        notes: { en: HIDDEN, de: HIDDEN },
        builds: [HIDDEN],
        platforms: [HIDDEN],
        fixedInBuild: HIDDEN,
        links: [{ title: HIDDEN, url: `https://tracker.example/${HIDDEN}` }],
      },
    }),
    statuses: {
      400: changed({ body: { title: '' } }),
    },
    statements: { usual: 4 },
    changeFeed: [settingsChange('known-issues')],
  },
  async () => {
    const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    const create = (fields: object) => team(server, 'POST', '/known-issues', { projectId: project.id, ...fields });

    test('201: shows all fields; lists lose duplicates and white space', async () => {
      const at = new Date(server.clock.now).toISOString();
      const { status, body } = await create({
        title: 'Crash',
        notes: { en: 'We know.', 'pt-PT': 'Sabemos.' },
        builds: ['2.4.0', ' 2.4.0 ', '2.4.1'],
        platforms: ['ios'],
        state: 'fixed',
        fixedInBuild: '2.4.2',
        links: [{ title: 'GAME-1', url: 'https://tracker.example/GAME-1' }],
      });
      assert.equal(status, 201);
      const { id, createdBy, ...seen } = body;
      assert.match(id, /^kni_/);
      assert.match(createdBy, /^key_/);
      assert.deepEqual(seen, {
        projectId: project.id,
        title: 'Crash',
        description: '',
        notes: { en: 'We know.', 'pt-PT': 'Sabemos.' },
        builds: ['2.4.0', '2.4.1'],
        platforms: ['ios'],
        state: 'fixed',
        fixedInBuild: '2.4.2',
        links: [{ title: 'GAME-1', url: 'https://tracker.example/GAME-1' }],
        tickets: 0,
        subscribers: 0,
        fixedForPlayers: { asked: 0, yes: 0, no: 0 },
        createdAt: at,
        updatedAt: at,
      });
    });

    test('400: fields that are not valid', async () => {
      const link = (url: string) => ({ links: [{ title: 'GAME-1', url }] });
      const refused: [object, string][] = [
        [{ projectId: 'prj_unknown' }, 'projectId'],
        [{ title: ' ' }, 'title'],
        [{ title: 'x'.repeat(121) }, 'title'],
        [{ description: 'x'.repeat(4001) }, 'description'],
        [{ notes: { de: 'Wissen wir.' } }, 'notes.en'],
        [{ notes: { en: 'x'.repeat(1001) } }, 'notes.en'],
        [{ notes: { en: 'x', xx: 'y' } }, 'notes.xx'],
        [{ builds: Array.from({ length: 21 }, (_, at) => `1.${at}`) }, 'builds'],
        [{ builds: [' '] }, 'builds.0'],
        [{ builds: ['x'.repeat(61)] }, 'builds.0'],
        [{ platforms: Array.from({ length: 21 }, (_, at) => `p${at}`) }, 'platforms'],
        [{ state: 'open' }, 'state'],
        [{ fixedInBuild: '' }, 'fixedInBuild'],
        [{ links: Array.from({ length: 6 }, () => ({ title: 't', url: 'https://a.example' })) }, 'links'],
        [link('http://tracker.example'), 'links.0.url'],
        [link('javascript:alert(1)'), 'links.0.url'],
        [link('https://user:secret@tracker.example'), 'links.0.url'],
        [link('https://'), 'links.0.url'],
        [link(`https://tracker.example/${'x'.repeat(500)}`), 'links.0.url'],
      ];
      const { total } = await countOf();
      for (const [fields, field] of refused) assertInvalid(await create({ title: 'Crash', ...fields }), PATH, field);
      assert.deepEqual(await countOf(), { total });
    });

    const countOf = async () => ({ total: (await server.store.knownIssues.size(project.id)).count });

    test('400: more known issues than a project can have', async () => {
      const own = await aProject(server);
      for (let count = 0; count < MAX_KNOWN_ISSUES; count++) {
        await server.store.knownIssues.insert({
          ...EMPTY_ISSUE,
          known_issue_id: `kni_${count}`,
          project_id: own.id,
          title: 'Crash',
          created_by: 'mem_a',
          created_at: START,
          updated_at: START,
        });
      }
      assertInvalid(await create({ title: 'Crash', projectId: own.id }), PATH, 'projectId');
    });

    test('400: notes that are too long in total, also after a change', async () => {
      const own = await aProject(server);
      await server.store.knownIssues.insert({
        ...EMPTY_ISSUE,
        known_issue_id: 'kni_long',
        project_id: own.id,
        title: 'Crash',
        notes: JSON.stringify({ en: 'ü'.repeat(MAX_KNOWN_ISSUE_NOTES_LENGTH - 500) }),
        created_by: 'mem_a',
        created_at: START,
        updated_at: START,
      });
      const notes = { en: 'x'.repeat(900) };
      assertInvalid(await create({ title: 'Crash', projectId: own.id, notes }), PATH, 'notes');
      const { status, body } = await create({ title: 'Crash', projectId: own.id, notes: { en: 'We know.' } });
      assert.equal(status, 201);
      const path = `/known-issues/${body.id}`;
      assertInvalid(await team(server, 'PATCH', path, { notes }), `/api/v1/team${path}`, 'notes');
      await server.store.knownIssues.insert({
        ...EMPTY_ISSUE,
        known_issue_id: 'kni_more',
        project_id: own.id,
        title: 'Crash',
        notes: JSON.stringify({ en: 'x'.repeat(1000) }),
        created_by: 'mem_a',
        created_at: START,
        updated_at: START,
      });
      assert.equal((await team(server, 'PATCH', path, { notes: { en: 'Gone.' }, state: 'fixed' })).status, 200);
    });
  },
);
