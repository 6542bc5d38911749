import { MacrosResponse } from '@player-support/contract/team/macros';
import { operation } from '../../operations/operation.ts';
import { isVisible } from './macro-access.ts';
import { presentMacro } from './present-macro.ts';

export const listMacros = operation({
  id: 'ListMacros',
  summary: 'List macros',
  description: 'Texts that the team often sends. Oldest first.',
  method: 'GET',
  url: '/api/v1/team/macros',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MacrosResponse },

  async handle({ caller }, { store }) {
    const macros = (await store.macros.list()).filter((macro) => isVisible(caller, macro));
    return { status: 200, body: { macros: macros.map(presentMacro) } };
  },
});
