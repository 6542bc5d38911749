import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Pastes commands into macOS's interactive zsh, where `#` begins no comment. Returns what they
 * print.
 */
export async function pasteInZsh(commands: string): Promise<string> {
  const zsh = spawn('zsh', ['-f', '-i', '-s'], {
    env: { PATH: process.env.PATH, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  zsh.stdin.end(`${commands}\n`);
  const [output] = await Promise.all([text(zsh.stdout), once(zsh, 'close')]);
  return output;
}
