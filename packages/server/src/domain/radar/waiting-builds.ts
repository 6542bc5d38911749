import { randomInt } from 'node:crypto';
import { hashText, PlayerSketch, REGISTERS } from './player-sketch.ts';

const ROWS = 4;
const CELLS = 1024;

/**
 * The players of all builds without a place, in two megabytes whatever games send: a count-min
 * sketch whose cells hold players. A name has one cell in each row, which it shares with others.
 * Its players are in all of its cells, those of others hardly ever.
 */
export class WaitingBuilds {
  readonly #seeds = Array.from({ length: ROWS }, () => randomInt(2 ** 32));
  /** Most processes never need it. */
  #registers: Uint8Array | undefined;
  #hour = 0;

  /** Adds players to a name. The players of earlier hours are forgotten. */
  add(hour: number, name: string, players: PlayerSketch): void {
    if (hour > this.#hour) this.#registers?.fill(0);
    this.#hour = Math.max(hour, this.#hour);
    for (const cell of this.#cellsOf(name)) cell.merge(players);
  }

  /** At least the players that were added to a name in this hour, and rarely some of others. */
  playersOf(name: string): PlayerSketch {
    const players = new PlayerSketch();
    for (const [row, cell] of this.#cellsOf(name).entries()) {
      if (row === 0) players.merge(cell);
      else players.keepCommon(cell);
    }
    return players;
  }

  #cellsOf(name: string): PlayerSketch[] {
    this.#registers ??= new Uint8Array(ROWS * CELLS * REGISTERS);
    const registers = this.#registers;
    // Nobody knows the seeds, so nobody can choose names that share cells with a real build.
    return this.#seeds.map((seed, row) => {
      const start = (row * CELLS + (hashText(name, seed) % CELLS)) * REGISTERS;
      return new PlayerSketch(registers.subarray(start, start + REGISTERS));
    });
  }
}
