import { ATTACKS } from './attacks.ts';

// A process of its own, so that what it costs does not slow the measuring: attacker.ts <attack> <address> <known as JSON>
const [name = '', address = '', known = '{}'] = process.argv.slice(2);
const attack = ATTACKS[name];
if (attack === undefined) throw new Error(`no attack ${name}`);
let ended = false;
process.on('SIGTERM', () => {
  ended = true;
  // Answers that never come must not keep it.
  setTimeout(() => process.exit(0), 100);
});
await attack.run(JSON.parse(known), address, () => ended);
process.exit(0);
