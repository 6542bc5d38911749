import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FAULTS } from '../packages/client-conformance/src/fault-proxy.ts';
import { RULES, type Rule, type RuleName } from '../packages/client-conformance/src/rules.ts';
import { SCENARIOS } from '../packages/client-conformance/src/scenarios/all.ts';

/** Writes the page of what clients get wrong, from the conformance suite. `--check` only compares. */

const PAGE = 'docs/guide/what-every-client-gets-wrong.md';
const file = path.resolve(import.meta.dirname, '..', PAGE);
const WIDTH = 120;
/** Of one scenario. */
const MAX_FAULTS = 5;

function wrapped(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (indent.length + line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}

/** Names of one rule. Those that differ only in a fault are one. */
function scenariosOf(rule: RuleName): string[] {
  const faults = new Map<string, string[]>();
  for (const scenario of SCENARIOS.filter((one) => one.rule === rule)) {
    const fault = FAULTS.find((one) => scenario.name.startsWith(`${one}: `));
    const name = fault === undefined ? scenario.name : scenario.name.slice(fault.length + 2);
    faults.set(name, [...(faults.get(name) ?? []), ...(fault === undefined ? [] : [fault])]);
  }
  return [...faults].map(([name, of]) => {
    const more = of.length > MAX_FAULTS ? ` and ${of.length - MAX_FAULTS} more` : '';
    return of.length === 0 ? name : `${of.slice(0, MAX_FAULTS).join(', ')}${more}: ${name}`;
  });
}

function section([name, { title, wrong, right }]: [RuleName, Rule]): string {
  const points = [...right].map((point) => `- ${wrapped(point, '  ')}\n`).join('');
  const scenarios = scenariosOf(name).map((one) => `- ${wrapped(one, '  ')}\n`);
  const checked =
    scenarios.length === 0 ? '' : `\n<details><summary>Scenarios</summary>\n\n${scenarios.join('')}\n</details>\n`;
  return `## ${title}\n\n${wrapped(`*${wrong}*`)}\n\n${points}${checked}`;
}

const text = `<!-- Written by scripts/client-rules.ts from packages/client-conformance. Do not edit. -->

# What every client gets wrong

${wrapped(
  'Take a [finished client](../../clients/README.md) if there is one for your engine. Clients that were written from the description of the API alone failed on these points, and some lost texts. The [conformance suite](../../packages/client-conformance/README.md) checks most of them.',
)}

${Object.entries(RULES)
  .filter(([name]) => name !== 'driver')
  .map((entry) => section(entry as [RuleName, Rule]))
  .join('\n')}
## What platforms lack

| Platform | What is missing | What to do |
|---|---|---|
| Lua, GDScript | \`fsync\`: a text can be lost if the machine loses power, not if the game crashes | Close the file before you rename it |
| Lua, GDScript | a lock between processes | A second process of the game gets a folder of its own |
| LÖVE 11 | HTTPS | LuaSec. lua-https, which is in LÖVE 12, works too, but follows redirects: give the final address |
| LuaSocket, Defold | a monotonic clock | Count at most a few seconds between two readings, so that a jump cannot stop the client |
| Unity WebGL | threads, and a disk that is written at once | Call everything from \`Update\`, and \`JS_FileSystem_Sync\` after a write |
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${PAGE} does not match the conformance suite. Run npm run generate`);
  process.exitCode = 1;
}
