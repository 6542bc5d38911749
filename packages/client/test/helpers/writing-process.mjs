// Arguments: the SDK, its lease, the storage's folder, the URL, the public key, a name. Prints each
// stored text, then `done`.
import { fileStorage } from '../../examples/file-storage.js';

const [sdk, lease, folder, baseUrl, projectPublicKey, name, count, start = '0'] = process.argv.slice(2);
const { createPlayerSupport } = await import(sdk);
const { withLease } = await import(lease);
const support = createPlayerSupport({ baseUrl, projectPublicKey, storage: withLease(fileStorage(folder)) });
const told = new Set();
support.on('outbox', ({ body, isStored }) => {
  const text = String(body.message);
  if (!isStored || told.has(text) || !text.startsWith(`${name}.`)) return;
  told.add(text);
  process.stdout.write(`stored ${text}\n`);
});
support.start();
process.stdout.write('started\n');
if (Number(count) > 0) {
  const ticket = support.tickets.create({ type: 'bug', subject: name, message: `${name}.${start}` });
  for (let index = Number(start) + 1; index < Number(start) + Number(count); index++) {
    support.tickets.reply(ticket.entryId, `${name}.${index}`);
    if (index % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const timer = setInterval(async () => {
  // The storage may have only earlier processes' texts.
  if (told.size < Number(count)) return;
  const entries = await support.outbox.entries();
  if (entries.length === 0 || entries.some(({ state }) => state === 'queued' || state === 'sending')) return;
  clearInterval(timer);
  support.stop();
  process.stdout.write('done\n');
}, 200);
