import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type After, afterGroup } from './cleanup.ts';
import { addressIn, type Output, optionsWith, outputOf, SERVER_SETTINGS, type Settings } from './programs.ts';
import type { HostMessage } from './server-host.ts';

const HOST = path.join(import.meta.dirname, 'server-host.ts');

interface Host {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

const idle = new Set<Host>();

function newHost(t: After): Host {
  const { env } = optionsWith({});
  const child = fork(HOST, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const host = { child, exited: once(child, 'exit') };
  afterGroup(t, async () => {
    idle.delete(host);
    child.kill('SIGKILL');
    await host.exited;
  });
  return host;
}

/**
 * Takes an idle host, ten times as fast as `startProcess`, or starts one. Stopped after the test.
 */
export async function hostedServer(t: After, settings: Settings): Promise<Output & { readonly url: string }> {
  const [host = newHost(t)] = idle;
  idle.delete(host);
  const { child, exited } = host;
  const tell = (message: HostMessage) => child.send(message);
  const output = outputOf(child, exited);
  t.after(async () => {
    const stopped = once(child, 'message').then(() => true);
    tell('stop');
    const isIdle = await Promise.race([stopped, exited.then(() => false)]);
    child.stdout?.removeAllListeners('data');
    child.stderr?.removeAllListeners('data');
    assert.ok(isIdle, `the host ended before its server had stopped: ${output.stdout()}${output.stderr()}`);
    idle.add(host);
  });
  tell(optionsWith({ ...SERVER_SETTINGS, ...settings }).env as Settings);
  return { ...output, url: await addressIn(output) };
}
