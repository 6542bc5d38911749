import { Readable } from 'node:stream';
import { clamav } from '../attachments/clamav.ts';
import type { Config } from '../config/config.ts';
import { SECOND } from '../domain/time.ts';
import type { Finding } from './finding.ts';

export async function checkScanner({ attachments }: Config): Promise<Finding[]> {
  const { clamav: address, scanSeconds } = attachments;
  if (address === undefined) return [];
  const name = `clamd at ${address.host}:${address.port}`;
  try {
    const signal = AbortSignal.timeout(scanSeconds * SECOND);
    const verdict = await clamav(address).scan(Readable.from([Buffer.from('harmless')]), signal);
    return verdict === 'clean'
      ? [{ level: 'ok', text: `${name} scans files` }]
      : [{ level: 'problem', text: `${name} takes a harmless text for malware; files of players would be deleted` }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: 'problem', text: `CLAMAV does not work; nobody can read new files; ${name}: ${reason}` }];
  }
}
