import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** 1 or 0. */
export function hasPasskey(eb: ExpressionBuilder<Tables, 'member'>) {
  return eb
    .case()
    .when(
      eb.exists(eb.selectFrom('passkey').select('passkey_id').whereRef('passkey.member_id', '=', 'member.member_id')),
    )
    .then(sql.lit(1))
    .else(sql.lit(0))
    .end();
}

/** The owners require it of everybody: 1 or 0. */
export function factorRequired(eb: ExpressionBuilder<Tables, 'member'>) {
  return eb
    .case()
    .when(eb.exists(eb.selectFrom('team_setting').select('name').where('name', '=', 'second_factor_required')))
    .then(sql.lit(1))
    .else(sql.lit(0))
    .end();
}
