import assert from 'node:assert/strict';
import type { FormChoiceRequest, FormFieldRequest } from '@player-support/contract/team/forms';
import { createTicket, type Player, type Project, team } from './builders.ts';
import type { Api, Reply } from './call.ts';

/** An optional text by default. */
export function aField(name: string, fields: Partial<FormFieldRequest> = {}): FormFieldRequest {
  return { name, kind: 'text', required: false, label: { en: `Label of ${name}` }, ...fields };
}

export const choicesOf = (field: string, ...values: readonly string[]): FormChoiceRequest[] =>
  values.map((value) => ({ field, value, label: { en: `Label of ${value}` } }));

/** One of each kind. `gpu` is only for a PC. */
export const FIELDS: readonly FormFieldRequest[] = [
  aField('device', {
    kind: 'choice',
    required: true,
    label: { de: 'Welches Gerät?', en: 'Which device?' },
    help: { en: 'The one that you play on.' },
  }),
  aField('gpu', { required: true, showIf: { field: 'device', value: 'pc' } }),
  aField('crashed', { kind: 'yes_no' }),
  aField('report', { kind: 'long_text', showIf: { field: 'crashed', value: 'true' } }),
  aField('level', { kind: 'number' }),
  aField('since', { kind: 'date' }),
];

export const CHOICES = choicesOf('device', 'pc', 'phone');
export const FORM = { fields: FIELDS, choices: CHOICES };

export const ANSWERS = {
  device: 'pc',
  gpu: 'RTX "4070"',
  crashed: true,
  report: 'It went\nblack.',
  level: -7.5,
  since: '2026-02-28',
};

export const setForm = (server: Api, { id }: Project, body: object): Promise<Reply> =>
  team(server, 'PUT', `/projects/${id}/form`, { type: 'bug', version: 0, ...body });

/** Gives the ticket type `bug` a form. Returns its version. */
export async function aForm(server: Api, project: Project, body: object = FORM): Promise<number> {
  const reply = await setForm(server, project, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.version;
}

/** ANSWERS as the team sees them. */
export const SHOWN_ANSWERS = Object.fromEntries(Object.entries(ANSWERS).map(([name, value]) => [name, String(value)]));

export async function anAnsweredTicket(
  server: Api,
  player: Player,
  formVersion: number,
  fields: object = ANSWERS,
): Promise<string> {
  const reply = await createTicket(server, player, { formVersion, fields });
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.body.formVersion, formVersion);
  return reply.body.ticketId;
}
