import { DAY, HOUR, MINUTE } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';

export const SETTING_GROUPS = [
  'Network',
  'Connections and shutdown',
  'Database',
  'Logs and metrics',
  'Sessions and stored data',
  'Attachments',
  'Single sign-on',
  'Polling',
  'Overload',
  'Notifications',
  'Rate limits',
] as const;

type Group = (typeof SETTING_GROUPS)[number];

export interface Setting<Value> {
  readonly name: string;
  readonly group: Group;
  /** Sentences in Markdown. */
  readonly description: string;
  /** As an operator writes it. */
  readonly default: string;
  /** The valid values, for the settings page. */
  readonly values: string;
  /** Throws OperatorError naming the variable if the value is not valid. */
  parse(text: string): Value;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingTable {
  readonly [key: string]: Setting<unknown> | SettingTable;
}

export type ValuesOf<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value>
    ? Value
    : Table[Key] extends SettingTable
      ? ValuesOf<Table[Key]>
      : never;
};

/** Throws OperatorError with what is expected and the value, unless it may hold a password. */
export function invalid(name: string, text: string, expected: string): never {
  if (text.includes('@')) invalidSecret(name, expected);
  throw new OperatorError(`${name} must be ${expected}, not ${JSON.stringify(text)}`);
}

/** Throws OperatorError without the value, which may hold a password. */
export function invalidSecret(name: string, expected: string): never {
  throw new OperatorError(`${name} must be ${expected}`);
}

type Docs<Default> = Pick<Setting<unknown>, 'description'> & { readonly default: Default };

/** `range`: the least and the greatest value, and their unit. */
export function wholeNumber(
  name: string,
  group: Group,
  { range, ...docs }: Docs<number> & { readonly range: readonly [min: number, max: number, unit?: string] },
): Setting<number> {
  const [min, max, unit] = range;
  return {
    ...docs,
    name,
    group,
    default: String(docs.default),
    values: `${formatNumber(min)} to ${formatNumber(max)}${unit === undefined ? '' : ` ${unit}`}`,
    parse(text) {
      const value = Number(text);
      if (!/^\d+$/.test(text) || value < min || value > max) {
        invalid(name, text, `a whole number from ${min} to ${max}`);
      }
      return value;
    },
  };
}

export function oneOf<const Values extends readonly string[]>(
  name: string,
  group: Group,
  { values, ...docs }: Docs<Values[number]> & { readonly values: Values },
): Setting<Values[number]> {
  return {
    ...docs,
    name,
    group,
    values: values.map((value) => `\`${value}\``).join(', '),
    parse: (text) => values.find((value) => value === text) ?? invalid(name, text, `one of ${values.join(', ')}`),
  };
}

/** `on` or `off`, as a boolean. */
export function onOff(name: string, group: Group, docs: Docs<'on' | 'off'>): Setting<boolean> {
  const setting = oneOf(name, group, { values: ['on', 'off'], ...docs });
  return { ...setting, parse: (text) => setting.parse(text) === 'on' };
}

interface TextDocs extends Pick<Setting<string>, 'values' | 'description'> {
  /** Empty if absent. */
  readonly default?: string;
  /** Checks a text that is not empty. Any is valid if absent. */
  parse?(text: string): string;
}

export function text(name: string, group: Group, { parse, ...docs }: TextDocs): Setting<string> {
  return { default: '', ...docs, name, group, parse: (text) => (text === '' ? text : (parse?.(text) ?? text)) };
}

function isSetting(entry: Setting<unknown> | SettingTable): entry is Setting<unknown> {
  return typeof entry.parse === 'function';
}

export function settingsOf(table: SettingTable): Setting<unknown>[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : settingsOf(entry)));
}

/** Absent, empty and invalid variables have defaults. `problems` gets a line for each invalid. */
export function readSettings<const Table extends SettingTable>(
  table: Table,
  env: Environment,
  problems: string[],
): ValuesOf<Table> {
  const valueOrDefault = (setting: Setting<unknown>) => {
    try {
      return setting.parse(env[setting.name] || setting.default);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error.message);
      return setting.parse(setting.default);
    }
  };
  const values = Object.entries(table).map(([key, entry]) => [
    key,
    isSetting(entry) ? valueOrDefault(entry) : readSettings(entry, env, problems),
  ]);
  // The type of Object.fromEntries lacks the type of each key.
  return Object.fromEntries(values) as ValuesOf<Table>;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats whole minutes, an hour or a day: `minute`, `15 minutes`, `hour`, `day`. */
export function formatPeriod(milliseconds: number): string {
  if (milliseconds === DAY) return 'day';
  if (milliseconds === HOUR) return 'hour';
  return milliseconds === MINUTE ? 'minute' : `${milliseconds / MINUTE} minutes`;
}
