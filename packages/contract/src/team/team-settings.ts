import { type Static, Type } from 'typebox';
import { ClosedObject, NamedObject } from '../schema.ts';

export const TeamSettingsResponse = NamedObject('TeamSettingsResponse', {
  secondFactorRequired: Type.Boolean({ description: 'Members without a second factor can do nothing but set one up.' }),
});
export type TeamSettingsResponse = Static<typeof TeamSettingsResponse>;

export const UpdateTeamSettingsRequest = ClosedObject('UpdateTeamSettingsRequest', {
  secondFactorRequired: Type.Optional(Type.Boolean()),
});
