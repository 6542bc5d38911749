import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Fetch } from '../../src/index.ts';
import { mapStorage, problem } from '../helpers/fake-service.ts';
import { inbox, polling } from '../helpers/polling.ts';

const IDENTIFY = '/api/v1/player/identify';
const TICKETS = '/api/v1/tickets';

/** Opens two devices with a copy of one storage. The service accepts only the newest token. */
async function copiedDevices(t: TestContext) {
  const { service, pass } = polling(t, () => inbox(15));
  const created = new Map<string, number>();
  const fetch: Fetch = async (url, init) => {
    const isIdentify = url.endsWith(IDENTIFY);
    const headers = new Headers(init.headers);
    const newest = `Bearer token-${service.of(IDENTIFY).length}`;
    const isRefused = !isIdentify && headers.get('authorization') !== newest;
    const response = isRefused ? problem(401, 'unauthorized') : await service.fetch(url, init);
    if (!isRefused && url.endsWith(TICKETS)) {
      const key = String(headers.get('idempotency-key'));
      created.set(key, (created.get(key) ?? 0) + 1);
    }
    return response;
  };
  const values = new Map<string, string>();
  const options = { projectPublicKey: 'ppk_copied', fetch };
  const phone = service.open({ ...options, context: { deviceModel: 'Phone' }, storage: mapStorage(values) });
  phone.start();
  await pass(1);
  const tablet = service.open({ ...options, context: { deviceModel: 'Tablet' }, storage: mapStorage(new Map(values)) });
  const errors: unknown[] = [];
  for (const device of [phone, tablet]) {
    device.on('error', (error) => errors.push((error as { slug?: unknown }).slug));
  }
  tablet.start();
  return { phone, tablet, pass, created, errors, identifies: () => service.of(IDENTIFY).length };
}

suite('two devices with one installation', () => {
  test('identify less and less often, say why, and send each text once', async (t) => {
    const { phone, tablet, pass, created, errors, identifies } = await copiedDevices(t);
    const texts: Promise<unknown>[] = [];
    const perMinute: number[] = [];
    for (let minute = 0; minute < 30; minute++) {
      const before = identifies();
      for (const [at, device] of [phone, tablet].entries()) {
        if (minute < 10) texts.push(device.tickets.create({ type: 'bug', subject: `${minute} ${at}`, message: 'm' }));
      }
      await pass(60);
      perMinute.push(identifies() - before);
    }
    assert.ok(Math.max(...perMinute) < 30, `${perMinute}`);
    assert.ok(Math.max(...perMinute.slice(15)) <= 2, `${perMinute}`);
    await Promise.all(texts);
    assert.deepEqual([...created.values()], Array(20).fill(1));
    assert.ok(errors.length > 0 && errors.every((slug) => slug === 'installation-in-use'), `${errors}`);
  });

  test('go on at once when the other one is gone for ten minutes', async (t) => {
    const { phone, tablet, pass, identifies } = await copiedDevices(t);
    await pass(300);
    tablet.stop();
    await pass(900);
    const before = identifies();
    await pass(900);
    assert.equal(identifies(), before);
    // Both tokens are old when they are replaced, so no device waits.
    for (const device of [tablet, phone, tablet, phone]) {
      assert.deepEqual(await device.tickets.list(), []);
      await pass(2);
    }
  });
});
