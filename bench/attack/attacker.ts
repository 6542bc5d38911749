import { ATTACKS } from './attacks.ts';

/** Runs until SIGTERM. node attacker.ts <attack> <target as JSON> */

const [name = '', target = '{}'] = process.argv.slice(2);
const attack = ATTACKS[name];
if (attack === undefined) throw new Error(`there is no attack ${name}`);
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
  // Do not wait for responses that never come.
  setTimeout(() => process.exit(0), 100);
});
await attack.run(JSON.parse(target), () => isOver);
process.exit(0);
