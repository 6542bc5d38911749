import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { foundType } from '../../src/attachments/found-type.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const PIECE = 64 * 1024;

test('a text has no control characters but those of lines, tabs and terminals', async (t) => {
  const file = path.join(temporaryDirectory(t), 'file');
  const kindOf = async (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return (await foundType(file)) === 'text/plain' ? 'text' : 'other';
  };
  for (let byte = 0; byte < 0x80; byte++) {
    const isText = byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
    // Also as the first piece's last byte and the second's first.
    for (const at of [1, PIECE - 1, PIECE]) {
      const bytes = Buffer.alloc(PIECE + 2, 'a');
      bytes[at] = byte;
      assert.equal(await kindOf(bytes), isText ? 'text' : 'other', `${byte} at ${at}`);
    }
  }
  // On the border of two pieces, and cut.
  for (const character of ['é', '字', '🎮']) {
    const text = Buffer.from(`${'a'.repeat(PIECE - 1)}${character}`);
    assert.equal(await kindOf(text), 'text', character);
    assert.equal(await kindOf(text.subarray(0, -1)), 'other', character);
  }
  assert.equal(await kindOf(Buffer.from([0x61, 0xff])), 'other');
});
