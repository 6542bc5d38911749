import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '../../../scripts/web-builds.mjs';
import { withCleanup } from '../../console/tools/with-cleanup.ts';
import { openGames } from '../test/helpers/games.ts';

/** How fast the widget starts and its panel opens, in a browser. */

const ROUNDS = 20;
const MAX_OPEN_MS = 50;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

function report(name: string, values: readonly number[]): void {
  const [middle, high] = [quantile(values, 0.5), quantile(values, 0.95)];
  console.log(`${name.padEnd(48)} median ${middle.toFixed(1)} ms, 95 % ${high.toFixed(1)} ms`);
}

if (!buildWeb(process.execPath)) process.exit(1);
const script = readFileSync(path.join(import.meta.dirname, '../dist/player-support.js'));
console.log(`the script: ${gzipSync(script, { level: 9 }).length} bytes gzipped, ${script.length} plain`);
await withCleanup(async (t) => {
  const games = await openGames(t);
  const game = await games.visit(t);
  const [first, opened]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await game.page.reload();
    const [start, open] = await game.page.evaluate(async () => {
      const element = document.createElement('player-support');
      const { baseUrl, projectKey } = document.querySelector('player-support') ?? element;
      document.querySelector('player-support')?.remove();
      await new Promise((done) => requestAnimationFrame(done));
      const before = performance.now();
      Object.assign(element, { baseUrl, projectKey });
      document.body.append(element);
      await Promise.resolve();
      // Reading a size forces the layout.
      element.shadowRoot?.querySelector('.launcher')?.getBoundingClientRect();
      const between = performance.now();
      await element.open();
      element.shadowRoot?.querySelector('.footer')?.getBoundingClientRect();
      return [between - before, performance.now() - between] as const;
    });
    first.push(start);
    opened.push(open);
  }
  report('the element until its launcher has its place', first);
  report('open() until the panel has its place', opened);
  // On a busy machine the slowest rounds measure other programs.
  const middle = quantile(opened, 0.5);
  console.log(middle < MAX_OPEN_MS ? `below ${MAX_OPEN_MS} ms` : `NOT below ${MAX_OPEN_MS} ms`);
  if (middle >= MAX_OPEN_MS) process.exitCode = 1;
});
