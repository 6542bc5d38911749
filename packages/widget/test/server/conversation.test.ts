import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { anAnnouncement, setStatus, teamReply } from '../../../server/test/helpers/builders.ts';
import { type Games, openGames } from '../helpers/games.ts';

/** The whole loop: the player writes in the game, the team replies through the real server. */

suite('a conversation', () => {
  let games: Games;
  const ends: (() => unknown)[] = [];
  before(async () => {
    games = await openGames({ after: (end) => void ends.push(end as () => unknown) });
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  test('the player writes, the team replies, and both see the same conversation', async (t) => {
    const game = await games.visit(t);
    const { panel } = game;
    await game.open();
    await panel.getByText('How can we help?').waitFor();
    await game.createTicket('Stuck', 'I cannot leave level 3.');
    await panel.getByText('In progress').waitFor();
    const [ticket] = await game.tickets();
    assert.equal(ticket.subject, 'Stuck');
    assert.equal(ticket.type, 'bug');
    await teamReply(games.service, ticket.id, 'Jump twice at the door.');
    await panel.locator('.message:not(.own)').getByText('Jump twice at the door.').waitFor();
    await panel.getByText('Waiting for you').waitFor();
    await game.reply('It works, thank you!');
    await panel.getByText('In progress').waitFor();
    const [answered] = await game.tickets();
    assert.deepEqual(
      answered.messages.map(({ message }: { message: string }) => message),
      ['I cannot leave level 3.', 'Jump twice at the door.', 'It works, thank you!'],
    );
    await setStatus(games.service, ticket.id, 'resolved');
    await anAnnouncement(games.service, game.project, { title: 'Maintenance', body: 'Tonight at ten.' });
  });
});
