import { CommandFailed, DriverEnded } from './driver-process.ts';
import type { Exchange, Fault } from './fault-proxy.ts';
import type { ProxyResponse } from './foreign-responses.ts';
import type { Failure } from './history.ts';
import type { Capability } from './protocol.ts';
import type { RuleName } from './rules.ts';
import { type Run, World } from './world.ts';

/** The slug of the templates for what is left to do. */
const NOT_BUILT = 'not-implemented';

/** A real-world problem, and what a client must then do. */
export interface Scenario {
  readonly name: string;
  /** Where to look if it fails. */
  readonly rule: RuleName;
  /** Clients without these skip it. */
  readonly needs?: readonly Capability[];
  /** Throws if the client fails. */
  run(world: World): Promise<void>;
}

interface ScenarioFailure extends Omit<Failure, 'seed'> {
  /** Where to look. */
  readonly rule: RuleName;
}

/** Returns why it failed. Undefined: it passed. */
export async function runScenario(run: Run, scenario: Scenario): Promise<ScenarioFailure | undefined> {
  await using world = await World.open(run);
  try {
    await scenario.run(world);
    return undefined;
  } catch (error) {
    return { reason: (error as Error).message, journal: `${world.journal}`, rule: ruleOf(error) ?? scenario.rule };
  }
}

function ruleOf(error: unknown): RuleName | undefined {
  if (error instanceof DriverEnded) return 'crash';
  return error instanceof CommandFailed && error.slug === NOT_BUILT ? 'driver' : undefined;
}

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

/** Gives this fault only to the first matching requests. */
export function firstOnes(
  times: number,
  matches: Matcher,
  fault: Fault | ProxyResponse,
): (exchange: Exchange) => Fault | ProxyResponse {
  let left = times;
  return (exchange) => (matches(exchange) && left-- > 0 ? fault : 'none');
}
