import type { Exchange, Fault } from './fault-proxy.ts';
import type { ProxyResponse } from './foreign-responses.ts';
import type { Failure } from './history.ts';
import type { Capability } from './protocol.ts';
import { type Run, World } from './world.ts';

/** One thing that goes wrong in the real world, and what a client must do then. */
export interface Scenario {
  readonly name: string;
  /** Clients without these leave it out. */
  readonly needs?: readonly Capability[];
  /** @throws Error if the client does not pass */
  run(world: World): Promise<void>;
}

/** @returns why it failed; undefined if it passed */
export async function runScenario(run: Run, scenario: Scenario): Promise<Omit<Failure, 'seed'> | undefined> {
  await using world = await World.open(run);
  try {
    await scenario.run(world);
    return undefined;
  } catch (error) {
    return { reason: (error as Error).message, journal: `${world.journal}` };
  }
}

/** The capabilities that the driver lacks for it. */
export function missing({ capabilities }: Run, { needs = [] }: Scenario): Capability[] {
  return needs.filter((capability) => !capabilities.has(capability));
}

export type Matcher = (exchange: Exchange) => boolean;

const posts = (end: RegExp) => (exchange: Exchange) => exchange.method === 'POST' && end.test(exchange.url);
export const isIdentify: Matcher = posts(/\/player\/identify$/);
export const isCreate: Matcher = posts(/\/tickets$/);
export const isReply: Matcher = posts(/\/messages$/);
export const isWrite: Matcher = (exchange) => isCreate(exchange) || isReply(exchange);
export const isPoll: Matcher = ({ method, url }) => method === 'GET' && url.includes('/player/inbox?');

/** The first requests that match get this fault, and all others none. */
export function firstOnes(
  times: number,
  matches: Matcher,
  fault: Fault | ProxyResponse,
): (exchange: Exchange) => Fault | ProxyResponse {
  let left = times;
  return (exchange) => (matches(exchange) && left-- > 0 ? fault : 'none');
}
