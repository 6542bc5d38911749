import { MacrosResponse } from '@player-support/contract/team/macros';
import { operation } from '../../operations/operation.ts';
import { presentMacro } from './macro-content.ts';

export const listMacros = operation({
  id: 'ListMacros',
  tag: 'Macros',
  summary: 'List macros',
  description: 'Texts that the team often sends. Oldest first.',
  method: 'GET',
  url: '/api/v1/team/macros',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: MacrosResponse },

  handle({ caller }, { store, expensiveReads }) {
    return expensiveReads.run(caller, async () => {
      const macros = await store.macros.list(caller.projectIds);
      return { status: 200, body: { macros: macros.map(presentMacro) } } as const;
    });
  },
});
