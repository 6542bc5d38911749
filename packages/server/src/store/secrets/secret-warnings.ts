import type { SecretState } from './secret-admin.ts';

/** Empty: all is well. */
export function secretWarnings({ state, counts }: SecretState): string[] {
  const { plain, older, unreadable } = counts;
  const lost = Object.entries(unreadable);
  const warnings: string[] = [];
  if (state === 'lost') {
    warnings.push(
      'the secret key is lost (SECRET_KEY=lost). These work: API keys, passwords, recovery codes, the console, and ' +
        'players with a valid token. These get 503 or fail: identify, so nobody becomes a new player by mistake; codes ' +
        'of authenticator apps, until you run: member end-totp; webhooks; new projects and second factors. See ' +
        'docs/guide/operate.md#without-the-secret-key',
    );
  }
  if (state === 'off') {
    const now = plain === 0 ? '' : ` (${plain} now)`;
    warnings.push(`SECRET_KEY is not set, so the database has its secrets${now} in plain text; see ${GUIDE}`);
  }
  if (state === 'waiting' && plain > 0) {
    warnings.push(
      `${plain} secrets are in the database in plain text. When every node has this version and this SECRET_KEY, run: ` +
        'npm run -s cli -- secret-key rotate',
    );
  }
  if (state === 'on' && plain > 0) {
    warnings.push(`${plain} secrets are still in plain text; run: npm run -s cli -- secret-key rotate`);
  }
  if (older > 0) {
    warnings.push(`${older} secrets are encrypted with an older key; run: npm run -s cli -- secret-key rotate`);
  }
  if (state !== 'lost' && lost.length > 0) {
    const columns = lost.map(([column, count]) => `${count} in ${column}`).join(', ');
    warnings.push(`the keys of some secrets are missing: ${columns}; see docs/guide/operate.md#without-the-secret-key`);
  }
  return warnings;
}

const GUIDE = 'docs/guide/operate.md#the-secret-key';
