import { buildWeb } from '../../../scripts/web-builds.mjs';
import { startDemo } from './demo.ts';

/** `npm run demo`: prints the link and runs until Ctrl-C. */

const DEFAULT_PORT = 8090;

const port = Number(process.env.PORT ?? DEFAULT_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('PORT must be a whole number from 0 to 65535');
  process.exit(1);
}
if (!buildWeb(process.execPath)) process.exit(1);
// Ctrl-C can come twice, also from npm. The second must not end the clean-up.
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
});
const demo = await startDemo(port).catch((error: NodeJS.ErrnoException) => {
  const used = `port ${port} is in use; for another one: PORT=8091 npm run demo`;
  console.error(`player-support: ${error.code === 'EADDRINUSE' ? used : error.stack}`);
  process.exit(1);
});
console.log(`
Player Support, the demo. Open this link in a browser on this machine. It works once:

  ${demo.link}

Ctrl-C ends the demo and deletes its data.
`);
await stopped;
await demo.stop();
