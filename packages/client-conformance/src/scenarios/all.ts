import type { Scenario } from '../scenario.ts';
import { FILES } from './files.ts';
import { FILES_IN_PARTS } from './files-in-parts.ts';
import { IDENTITY } from './identity.ts';
import { INBOX } from './inbox.ts';
import { NETWORK } from './network.ts';
import { PACE } from './pace.ts';
import { REFUSALS } from './refusals.ts';
import { STORAGE } from './storage.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...NETWORK,
  ...STORAGE,
  ...FILES,
  ...FILES_IN_PARTS,
  ...REFUSALS,
  ...IDENTITY,
  ...PACE,
  ...INBOX,
];
