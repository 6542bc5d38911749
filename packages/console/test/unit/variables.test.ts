import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  filledLength,
  fillVariables,
  inBraces,
  parseTemplate,
  unfilledVariables,
  usesFallback,
  variablesIn,
  variableValues,
} from '@player-support/contract/variables';

const context = {
  appVersion: '4.1',
  buildNumber: null,
  platform: 'ios',
  locale: null,
  deviceModel: null,
  osVersion: null,
};
const player = {
  id: 'ply_1',
  projectId: 'prj_1',
  userId: 'a {{member.name}} $& $1',
  verified: false,
  sessionId: null,
  context,
  blocked: false,
  openTickets: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:00.000Z',
};
const values = variableValues({ id: 'tkt_1', number: 4821, type: 'bug', subject: 'Stuck', player }, 'Ada', 'Demo');

test('a variable is replaced by its value, with or without spaces in the braces', () => {
  const text = fillVariables(
    '#{{ticket.number}} {{ticket.id}} {{ ticket.type }} {{ticket.subject}} {{player.appVersion}}',
    values,
  );
  assert.equal(text, '#4821 tkt_1 bug Stuck 4.1');
  assert.equal(
    fillVariables('{{member.name}} of {{project.name}} on {{player.platform}}', values),
    'Ada of Demo on ios',
  );
});

test('variables and replacement patterns inside a value are not replaced', () => {
  assert.equal(fillVariables('Hi {{player.userId}}', values), 'Hi a {{member.name}} $& $1');
});

test('unknown variables and those without a value stay, and are listed by reason', () => {
  const text = '{{game.latest}} {{player.locale}} {{ticket.id}} {{toString}}';
  const filled = '{{game.latest}} {{player.locale}} tkt_1 {{toString}}';
  assert.equal(fillVariables(text, values), filled);
  assert.equal(filledLength(parseTemplate(text), values), filled.length);
  assert.deepEqual(unfilledVariables(text, values), {
    unknown: ['game.latest', 'toString'],
    missing: ['player.locale'],
    fillable: ['ticket.id'],
  });
});

test('names in double braces that are not variables are unknown, in any alphabet; many open braces parse quickly', () => {
  const text = '{{player-id}} {{ gerät }} {{名前}} {{playr.id|x}} {{}} {{ }} {{a\nb}} {x}';
  assert.equal(fillVariables(text, values), text);
  assert.deepEqual(unfilledVariables(text, values).unknown, ['player-id', 'gerät', '名前', '{{playr.id|x}}', 'a\nb']);
  assert.equal(fillVariables('{{\nticket.id\n}}', values), 'tkt_1');
  for (const part of ['{', '{{', '{{ ', '{{a', '{{a|', '|'])
    assert.deepEqual(unfilledVariables(part.repeat(10_000), values).unknown, []);
});

test('the name of an unknown project is a missing value', () => {
  const early = variableValues({ id: 'tkt_1', number: 4821, type: 'bug', subject: 'Stuck', player }, 'Ada', undefined);
  assert.deepEqual(unfilledVariables('{{project.name}}', early).missing, ['project.name']);
});

test('a fallback stands for a value that is missing, and only for that', () => {
  const nobody = { ...values, 'player.userId': null, 'player.platform': '' };
  const text =
    'Hi {{ player.userId | there }}, {{player.platform|your device}} {{player.appVersion|?}} {{ticket.id|a|b}}';
  assert.equal(fillVariables(text, nobody), 'Hi there, your device 4.1 tkt_1');
  assert.equal(filledLength(parseTemplate(text), nobody), 'Hi there, your device 4.1 tkt_1'.length);
  assert.equal(fillVariables('{{player.userId|there}}', values), 'a {{member.name}} $& $1');
  assert.equal(fillVariables('{{player.locale|a|b}}', values), 'a|b');
  assert.deepEqual(unfilledVariables(text, nobody), {
    unknown: [],
    missing: [],
    fillable: ['player.userId', 'player.platform', 'player.appVersion', 'ticket.id'],
  });
  assert.deepEqual(
    [usesFallback(parseTemplate(text), nobody), usesFallback(parseTemplate(text), values)],
    [true, false],
  );
});

test('a variable without a fallback at one place is missing there', () => {
  const text = '{{player.locale|en}} {{player.locale}}';
  assert.deepEqual(parseTemplate(text).required, ['player.locale']);
  assert.deepEqual(unfilledVariables(text, values).missing, ['player.locale']);
});

test('a variable that is not complete stays as it is, and is named as it is written', () => {
  for (const text of ['{{player.userId|}}', '{{player.userId| }}', '{{player.userId|there}', '{{player.userId|there']) {
    assert.equal(fillVariables(text, values), text);
    const { unknown } = variablesIn(`Hi ${text}\nall {{ticket.id}}`);
    assert.deepEqual([unknown.length, unknown[0]?.startsWith('{{player.userId|')], [1, true], text);
    assert.equal(inBraces(unknown).startsWith('{{player.userId|'), true);
  }
});
