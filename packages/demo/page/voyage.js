/**
 * The rules of the game. A boat sails over waves, jumps over rocks and collects lanterns. The screen
 * is 100 units high. A thing is where `x` is, counted along the whole voyage.
 *
 * @typedef {{ kind: 'lantern' | 'rock', x: number, lift: number, isGone: boolean }} Thing
 * @typedef {{ x: number, y: number, age: number }} Spark
 */

const SPEED = 26;
const GRAVITY = 120;
const JUMP = 68;
const SPARK_SECONDS = 0.7;
export const SEA_LEVEL = 70;

/** The height of the waves. @param {number} x @param {number} time in seconds */
export function wave(x, time) {
  return SEA_LEVEL + 1.9 * Math.sin(x * 0.075 - time * 1.2) + 0.9 * Math.sin(x * 0.16 + time * 0.8);
}

export function createVoyage() {
  let nextX = 90;
  const voyage = {
    time: 0,
    /** How far the boat has sailed. */
    x: 0,
    /** Above the water. */
    lift: 0,
    rise: 0,
    score: 0,
    best: 0,
    /** Seconds until rocks count again. */
    shaken: 0,
    /** @type {Thing[]} */
    things: [],
    /** @type {Spark[]} */
    sparks: [],

    jump() {
      if (voyage.lift === 0) voyage.rise = JUMP;
    },

    /** @param {number} seconds @param {number} ahead how far one sees @param {boolean} sailsItself */
    step(seconds, ahead, sailsItself) {
      voyage.time += seconds;
      voyage.x += SPEED * seconds;
      voyage.shaken = Math.max(0, voyage.shaken - seconds);
      voyage.rise -= GRAVITY * seconds;
      voyage.lift = Math.max(0, voyage.lift + voyage.rise * seconds);
      if (voyage.lift === 0) voyage.rise = 0;
      while (nextX < voyage.x + ahead) addGroup();
      voyage.things = voyage.things.filter(({ x, isGone }) => !isGone && x > voyage.x - ahead);
      for (const thing of voyage.things) meet(thing);
      for (const spark of voyage.sparks) spark.age += seconds / SPARK_SECONDS;
      voyage.sparks = voyage.sparks.filter(({ age }) => age < 1);
      if (sailsItself && isJumpDue()) voyage.jump();
    },
  };

  /** A few lanterns on the water or in an arc, sometimes over a rock. */
  function addGroup() {
    const hasRock = Math.random() < 0.55;
    const isArc = hasRock || Math.random() < 0.4;
    for (let index = 0; index < 3; index++) {
      const lift = isArc ? 13 + (index === 1 ? 5 : 0) : 3;
      voyage.things.push({ kind: 'lantern', x: nextX + index * 9, lift, isGone: false });
    }
    if (hasRock) voyage.things.push({ kind: 'rock', x: nextX + 9, lift: 0, isGone: false });
    nextX += 52 + Math.random() * 26;
  }

  /** @param {Thing} thing */
  function meet(thing) {
    const distance = Math.abs(thing.x - voyage.x);
    if (thing.kind === 'lantern' && distance < 5 && Math.abs(thing.lift - voyage.lift - 3) < 7) {
      thing.isGone = true;
      voyage.score++;
      voyage.best = Math.max(voyage.best, voyage.score);
      voyage.sparks.push({ x: thing.x, y: thing.lift, age: 0 });
    }
    if (thing.kind === 'rock' && distance < 4.5 && voyage.lift < 5 && voyage.shaken === 0) {
      voyage.shaken = 1.4;
      voyage.score = 0;
      voyage.rise = JUMP * 0.55;
    }
  }

  function isJumpDue() {
    return voyage.things.some(
      ({ x, lift, kind }) => (kind === 'rock' || lift > 8) && x - voyage.x > 4 && x - voyage.x < 9,
    );
  }

  return voyage;
}
