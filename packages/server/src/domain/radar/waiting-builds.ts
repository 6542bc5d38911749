import { randomInt } from 'node:crypto';
import { hashText, PlayerSketch, REGISTERS } from './player-sketch.ts';

const ROWS = 4;
const CELLS = 1024;

/**
 * Players of all builds without a place, in two megabytes: a count-min sketch of players. A name
 * has one cell per row, shared with others. Its players are in all of them, others' hardly ever.
 */
export class WaitingBuilds {
  readonly #seeds = Array.from({ length: ROWS }, () => randomInt(2 ** 32));
  /** Most processes never need it. */
  #registers: Uint8Array | undefined;
  #hour = 0;

  /** Forgets the players of earlier hours. */
  add(hour: number, name: string, players: PlayerSketch): void {
    if (hour > this.#hour) this.#registers?.fill(0);
    this.#hour = Math.max(hour, this.#hour);
    for (const cell of this.#cellsOf(name)) cell.merge(players);
  }

  /** All players of the name in this hour, and rarely some of others. */
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
    // The seeds are secret, so nobody can choose names that share cells with a real build.
    return this.#seeds.map((seed, row) => {
      const start = (row * CELLS + (hashText(name, seed) % CELLS)) * REGISTERS;
      return new PlayerSketch(registers.subarray(start, start + REGISTERS));
    });
  }
}
