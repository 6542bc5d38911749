import type { MacroResponse } from '@player-support/contract/team/macros';

export function aMacro(fields: Partial<MacroResponse> = {}): MacroResponse {
  const { name = 'Greeting' } = fields;
  return {
    id: name,
    projectId: null,
    name,
    body: '',
    texts: {},
    actions: {},
    uses: 0,
    lastUsedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}
