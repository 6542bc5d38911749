import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearMark } from '../../src/search/near-mark.ts';

const marked = (text: string, word: string) => ({ text, marks: [{ start: text.indexOf(word), length: word.length }] });
const marksOf = ({ text, marks }: ReturnType<typeof nearMark>) =>
  marks.map(({ start, length }) => text.slice(start, start + length));

test('an excerpt begins shortly before its first mark, with a whole word', () => {
  const near = nearMark(marked('I have played for five hours and then saw a black screen', 'black'));
  assert.equal(near.text, '…and then saw a black screen');
  assert.deepEqual(marksOf(near), ['black']);
});

test('an excerpt stays whole if the mark is near its beginning, if it has none, or no space', () => {
  for (const text of ['Saw a black screen', `${'很'.repeat(40)}black`]) {
    const excerpt = marked(text, 'black');
    assert.deepEqual(nearMark(excerpt), excerpt);
  }
  assert.deepEqual(nearMark({ text: 'A long text without any mark', marks: [] }).marks, []);
});
