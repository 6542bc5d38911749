import { TicketTypesQuery, TicketTypesResponse } from '@player-support/contract/player-extensions';
import { fieldsFor, formVersionsOf } from '../domain/forms.ts';
import { ticketTypesOf } from '../domain/ticket-types.ts';
import { strongEtag } from '../operations/etag.ts';
import { jsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';

export const getTicketTypes = operation({
  id: 'GetTicketTypes',
  tag: 'Questions',
  summary: 'Get the ticket types and their forms',
  description:
    'What to ask the player for each type, in the language of `locale`. Send the answers with the `formVersion` in CreateTicket. A version never changes: a game can ask its questions for as long as it wants.',
  method: 'GET',
  url: '/api/v1/player/ticket-types',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  query: TicketTypesQuery,
  needs: ['forms'],
  success: { status: 200, schema: TicketTypesResponse },

  async handle({ caller: { project }, query }, { store, forms }) {
    const locale = typeof query.locale === 'string' ? query.locale : null;
    const versions = formVersionsOf(project);
    const types = ticketTypesOf(project).map(({ type }) => type);
    const wanted = types.flatMap((type) => {
      const version = versions.get(type);
      return version === undefined ? [] : [[type, version] as const];
    });
    const found = await forms.all(store, project.project_id, wanted);
    const body = jsonText<TicketTypesResponse>({
      types: types.map((type) => {
        const fields = fieldsFor(locale, found.get(type) ?? []);
        return { type, formVersion: versions.get(type) ?? null, fields };
      }),
    });
    return { status: 200, body, headers: { etag: strongEtag(body), 'cache-control': 'private, no-cache' } };
  },
});
