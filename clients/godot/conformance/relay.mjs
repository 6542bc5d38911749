// Godot 3.2 cannot read standard input, so this program passes the lines of the suite on by TCP.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

const folder = import.meta.dirname;

const server = createServer((socket) => {
  server.close();
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
  // A killed driver reads nothing.
  socket.on('error', () => {});
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const env = { ...process.env, DRIVER_PORT: `${port}`, LANG: 'en_US.UTF-8' };
  const args = ['--no-window', '--path', folder, '-s', path.join(folder, 'driver.gd')];
  // Its standard output has a banner; errors of scripts are on standard error.
  const godot = spawn('godot3-server', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdin.on('end', () => godot.kill());
  godot.on('exit', (code) => process.exit(code ?? 1));
  godot.on('error', () => process.exit(127));
});
