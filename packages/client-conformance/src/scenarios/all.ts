import type { Scenario } from '../scenario.ts';
import { FILES } from './files.ts';
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
  ...REFUSALS,
  ...IDENTITY,
  ...PACE,
  ...INBOX,
];
