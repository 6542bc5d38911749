import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RADAR_BUILDS } from '@player-support/contract/limits';
import { ActivePlaces } from '../../../../src/domain/radar/active-places.ts';
import { hashText } from '../../../../src/domain/radar/player-sketch.ts';

function aGame() {
  const places = new ActivePlaces();
  let invented = 0;
  const note = (build: string, player: string, hour = 1) =>
    places.note({ projectId: 'prj_1', hour, build, platform: 'ios' }, hashText(player));
  return {
    places,
    note,
    /** Adds builds, each with own players. */
    invent(builds: number, playersOfEach: number, hour = 1) {
      for (let build = 0; build < builds; build++) {
        invented++;
        for (let player = 0; player < playersOfEach; player++) {
          note(`invented ${invented}`, `ply_${invented} ${player}`, hour);
        }
      }
    },
    /** Counts the players of each build with a place, in a changed hour. */
    players: (hour = 1) =>
      new Map(
        places
          .changed()
          .filter((counter) => counter.hour === hour)
          .map(({ build, sketch }) => [build, sketch.count()]),
      ),
  };
}

const isAbout = (found: number | undefined, expected: number) =>
  assert.ok(found !== undefined && Math.abs(found - expected) <= expected * 0.1, `${found}, not ${expected}`);

test('a new build gets a place with all of its players, whatever names others invent meanwhile', () => {
  for (const filled of [MAX_RADAR_BUILDS - 1, MAX_RADAR_BUILDS]) {
    const game = aGame();
    game.invent(filled, 5);
    for (let player = 0; player < 100; player++) {
      game.invent(3, 1);
      game.note('3.0.0', `ply_real ${player}`);
      if (player % 2 === 0) game.invent(1, 1);
    }
    const players = game.players();
    assert.equal(players.size, MAX_RADAR_BUILDS + 1, 'and the rest');
    isAbout(players.get('3.0.0'), 100);
    assert.ok((players.get('*') ?? 0) > 300, 'the players of the others are the rest');
  }
});

test('of very many invented builds, a new one still gets a place, with hardly any of their players', () => {
  const game = aGame();
  game.invent(MAX_RADAR_BUILDS, 5);
  for (let player = 0; player < 100; player++) {
    game.invent(100, 1);
    game.note('3.0.0', `ply_real ${player}`);
  }
  isAbout(game.players().get('3.0.0'), 100);
});

test('a build that loses its place keeps its players for when it gets one again', () => {
  const game = aGame();
  for (let player = 0; player < 10; player++) game.note('3.0.0', `ply_real ${player}`);
  game.invent(MAX_RADAR_BUILDS, 15);
  assert.equal(game.players().has('3.0.0'), false);
  for (let player = 10; player < 30; player++) game.note('3.0.0', `ply_real ${player}`);
  isAbout(game.players().get('3.0.0'), 30);
});

for (const isWritten of [false, true]) {
  test(`a build with 20 players keeps its place in the next hour${isWritten ? ', also after a write' : ''}`, () => {
    const game = aGame();
    for (let player = 0; player < 30; player++) game.note('1.0', `ply_real ${player}`);
    for (let player = 0; player < 10; player++) game.note('0.9', `ply_old ${player}`);
    game.invent(MAX_RADAR_BUILDS - 2, 5);
    if (isWritten) {
      for (const counter of game.places.changed()) counter.isChanged = false;
      game.places.forgetBefore(2);
    }
    game.invent(MAX_RADAR_BUILDS, 10, 2);
    game.note('1.0', 'ply_real 0', 2);
    game.note('0.9', 'ply_old 0', 2);
    game.invent(50, 20, 2);
    const players = game.players(2);
    assert.equal(players.get('1.0'), 1);
    assert.equal(players.has('0.9'), false, 'too few players');
    // After an hour in which it had too few, others take the place.
    game.invent(MAX_RADAR_BUILDS, 5, 3);
    game.note('1.0', 'ply_real 0', 3);
    assert.equal(game.players(3).has('1.0'), false);
  });
}
