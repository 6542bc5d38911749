import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashText, PlayerSketch } from '../../../../src/domain/radar/player-sketch.ts';

function sketchOf(from: number, to: number): PlayerSketch {
  const sketch = new PlayerSketch();
  for (let player = from; player < to; player++) sketch.add(hashText(`ply_${player}`));
  return sketch;
}

test('counts players to about five percent, small numbers better', () => {
  assert.equal(new PlayerSketch().count(), 0);
  for (const count of [1, 10, 100, 1000, 10_000, 300_000]) {
    const estimate = sketchOf(0, count).count();
    assert.ok(Math.abs(estimate / count - 1) < 0.14, `${count}: ${estimate}`);
  }
});

test('counts a player once, also when it is added again and over several processes', () => {
  const sketch = sketchOf(0, 2000);
  const count = sketch.count();
  assert.equal(sketch.add(hashText('ply_7')), false);
  const other = sketchOf(1000, 2000);
  sketch.merge(other);
  assert.equal(sketch.count(), count);
  sketch.merge(sketchOf(2000, 4000));
  assert.equal(sketch.count(), sketchOf(0, 4000).count());
});

test('survives storing, and reads anything else as empty', () => {
  const sketch = sketchOf(0, 500);
  assert.equal(PlayerSketch.parse(String(sketch)).count(), sketch.count());
  assert.equal(PlayerSketch.parse('no sketch').count(), 0);
});
