import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type After, afterGroup } from './cleanup.ts';
import { addressIn, type Output, optionsWith, outputOf, SERVER_SETTINGS, type Settings } from './programs.ts';
import type { HostMessage } from './server-host.ts';

const HOST = path.join(import.meta.dirname, 'server-host.ts');

/** Hosts that run no server. */
const idle = new Set<ChildProcess>();

function newHost(t: After): ChildProcess {
  const { env } = optionsWith({});
  const child = fork(HOST, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  afterGroup(t, async () => {
    idle.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

/**
 * Starts a server in an idle host, which is ten times as fast as `startProcess`, or in a new host.
 * Stopped after the test.
 */
export async function hostedServer(t: After, settings: Settings): Promise<Output & { readonly url: string }> {
  const [child = newHost(t)] = idle;
  idle.delete(child);
  const exited = once(child, 'exit');
  const tell = (message: HostMessage) => child.send(message);
  const output = outputOf(child, exited);
  t.after(async () => {
    const stopped = once(child, 'message').then(() => true);
    tell('stop');
    const isIdle = await Promise.race([stopped, exited.then(() => false)]);
    child.stdout?.removeAllListeners('data');
    child.stderr?.removeAllListeners('data');
    assert.ok(isIdle, `the server ended before it had stopped: ${output.stdout()}${output.stderr()}`);
    idle.add(child);
  });
  tell(optionsWith({ ...SERVER_SETTINGS, ...settings }).env as Settings);
  return { ...output, url: await addressIn(output) };
}
