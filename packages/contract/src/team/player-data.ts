import { type Static, Type } from 'typebox';
import { PLAYER_DATA_PROBLEMS } from '../enums.ts';
import {
  MAX_PLAYER_DATA_HREF_LENGTH,
  MAX_PLAYER_DATA_ITEMS,
  MAX_PLAYER_DATA_NAME_LENGTH,
  MAX_PLAYER_DATA_SECTIONS,
  MAX_PLAYER_DATA_VALUE_LENGTH,
  MAX_WEBHOOK_ADDRESS_LENGTH,
} from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';

const DataName = (description: string) =>
  Text({ min: 1, max: MAX_PLAYER_DATA_NAME_LENGTH, visible: true, description });

const itemFields = {
  label: DataName('What the value is, such as `Coins`.'),
  value: Text({ max: MAX_PLAYER_DATA_VALUE_LENGTH, description: 'A text, also for numbers and times.' }),
  href: Type.Optional(
    Type.String({
      maxLength: MAX_PLAYER_DATA_HREF_LENGTH,
      pattern: '^https://',
      description: 'Where the value leads. An https URL without a user name or a password.',
    }),
  ),
};

export const PlayerDataItem = NamedObject('PlayerDataItem', itemFields);
export type PlayerDataItem = Static<typeof PlayerDataItem>;

const Items = <Item extends typeof PlayerDataItem>(item: Item) => Type.Array(item, { maxItems: MAX_PLAYER_DATA_ITEMS });
const title = DataName('The heading above the values.');

export const PlayerDataSection = NamedObject('PlayerDataSection', { title, items: Items(PlayerDataItem) });
export type PlayerDataSection = Static<typeof PlayerDataSection>;

const OwnSection = ClosedObject('OwnServiceSection', {
  title,
  items: Items(ClosedObject('OwnServiceItem', itemFields)),
});

/** From a studio's service. Unknown fields are refused. */
export const OwnServiceResponse = ClosedObject('OwnServiceResponse', {
  sections: Type.Array(OwnSection, { maxItems: MAX_PLAYER_DATA_SECTIONS }),
});
export type OwnServiceResponse = Static<typeof OwnServiceResponse>;

export const PlayerDataResponse = NamedObject('PlayerDataResponse', {
  sections: Type.Array(PlayerDataSection, { description: 'What your service knows. Empty if there is an error.' }),
  error: Nullable(
    Type.String({
      pattern: `^(?:${PLAYER_DATA_PROBLEMS.join('|')}|http-\\d{3})$`,
      description:
        'Why there is no data. null: there is no error. not-set: the project has no address. address: it leads to a private network, or to no server. connection: your service cannot be reached, or has no valid certificate. time-out: it did not respond within 3 seconds. redirect: it redirects. http-*: its status is not 200. media-type: it is not application/json. compressed: it has a Content-Encoding. too-large: it has more than 64 KiB. not-utf-8, not-json: it cannot be read. invalid: a field is missing, unknown, too long or of the wrong type. busy: too many requests to this service are running. secret-key: this server cannot read the secret of the project.',
    }),
  ),
  detail: Nullable(Type.String({ description: 'With `invalid`: the field, and what is wrong with it.' })),
  loadedAt: Nullable(DateTime('When your service answered, up to a minute ago. null: there is no data.')),
});
export type PlayerDataResponse = Static<typeof PlayerDataResponse>;

export const PlayerDataSettings = NamedObject('PlayerDataSettings', {
  url: Nullable(Type.String({ description: 'Where the server asks for data about players. null: nowhere.' })),
  secret: Nullable(Type.String({ description: 'Signs the requests. Shown only when it is created.' })),
});
export type PlayerDataSettings = Static<typeof PlayerDataSettings>;

export const UpdatePlayerDataSettingsRequest = ClosedObject('UpdatePlayerDataSettingsRequest', {
  url: Type.Optional(
    Nullable(
      Text({
        min: 1,
        max: MAX_WEBHOOK_ADDRESS_LENGTH,
        description: 'An https URL that leads to no private network. null removes it, and the secret.',
      }),
    ),
  ),
  newSecret: Type.Optional(
    Type.Boolean({ description: 'true: replaces the secret. The old one is no longer used. Default: false.' }),
  ),
});
