import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from './temporary-directory.ts';

/** Harmless, but malware to every scanner (eicar.org). In two parts. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Starts a real clamd. It knows only EICAR's signature, so loading takes no time. */
export async function startClamd(t: Pick<TestContext, 'after'>, port: number): Promise<void> {
  const directory = temporaryDirectory(t);
  const signatures = path.join(directory, 'signatures');
  mkdirSync(signatures);
  writeFileSync(path.join(signatures, 'test.ndb'), `Eicar-Test:0:0:${Buffer.from(EICAR).toString('hex')}\n`);
  const config = ['Foreground yes', `DatabaseDirectory ${signatures}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1'];
  const file = path.join(directory, 'clamd.conf');
  writeFileSync(file, `${config.join('\n')}\n`);
  const clamd = spawn('clamd', ['-c', file], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` },
  });
  const ended = once(clamd, 'exit').then(([code]) => {
    throw new Error(`clamd ended with ${code}`);
  });
  ended.catch(() => {});
  t.after(async () => {
    clamd.kill('SIGKILL');
    await ended.catch(() => {});
  });
  await Promise.race([ended, isListening(port)]);
}

async function isListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
}

/** Runs a scanner that answers wrong, or never. */
export async function aBrokenScanner(t: Pick<TestContext, 'after'>, answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.resume();
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
