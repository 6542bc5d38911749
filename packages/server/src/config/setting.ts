import { DAY, HOUR, MINUTE } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';

/** The sections of the settings page, in its order. */
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

/** The documentation of a setting. */
interface SettingDocs {
  readonly group: (typeof SETTING_GROUPS)[number];
  /** One or more sentences in Markdown. */
  readonly description: string;
}

/** One environment variable. */
export interface Setting<Value> extends SettingDocs {
  readonly name: string;
  /** The default, as an operator would write it. */
  readonly default: string;
  /** The valid values, for the settings page. */
  readonly values: string;
  /** @throws OperatorError naming the variable, if the value is not valid */
  parse(text: string): Value;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by the names that the program uses for their values. */
export interface SettingTable {
  readonly [key: string]: Setting<unknown> | SettingTable;
}

/** The values of a table of settings, under the same names. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value>
    ? Value
    : Table[Key] extends SettingTable
      ? ValuesOf<Table[Key]>
      : never;
};

/** @throws OperatorError saying what the variable must be, and its value */
export function invalid(name: string, text: string, expected: string): never {
  throw new OperatorError(`${name} must be ${expected}, not ${JSON.stringify(text)}`);
}

/** A whole number from `min` to `max`. */
export function wholeNumber(
  name: string,
  options: SettingDocs & {
    readonly default: number;
    readonly min: number;
    readonly max: number;
    readonly unit?: string;
  },
): Setting<number> {
  const { min, max, unit } = options;
  return {
    ...options,
    name,
    default: String(options.default),
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

/** One of the given values. */
export function oneOf<const Values extends readonly string[]>(
  name: string,
  values: Values,
  options: SettingDocs & { readonly default: Values[number] },
): Setting<Values[number]> {
  return {
    ...options,
    name,
    values: values.map((value) => `\`${value}\``).join(', '),
    parse: (text) => values.find((value) => value === text) ?? invalid(name, text, `one of ${values.join(', ')}`),
  };
}

/** `on` or `off`, read as a boolean. */
export function onOff(name: string, options: SettingDocs & { readonly default: 'on' | 'off' }): Setting<boolean> {
  const setting = oneOf(name, ['on', 'off'], options);
  return { ...setting, parse: (text) => setting.parse(text) === 'on' };
}

/** Any text. */
export function text(name: string, options: SettingDocs & { readonly default: string; readonly values: string }) {
  return { ...options, name, parse: (text: string) => text } satisfies Setting<string>;
}

function isSetting(entry: Setting<unknown> | SettingTable): entry is Setting<unknown> {
  return typeof entry.parse === 'function';
}

/** All settings of a table, in its order. */
export function settingsOf(table: SettingTable): Setting<unknown>[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : settingsOf(entry)));
}

/**
 * Reads all settings of a table. A variable that is absent or empty has its default.
 *
 * @throws OperatorError naming the first variable whose value is not valid
 */
export function readSettings<const Table extends SettingTable>(table: Table, env: Environment): ValuesOf<Table> {
  const values = Object.entries(table).map(([key, entry]) => [
    key,
    isSetting(entry) ? entry.parse(env[entry.name] || entry.default) : readSettings(entry, env),
  ]);
  // The type of Object.fromEntries does not say which key has which type.
  return Object.fromEntries(values) as ValuesOf<Table>;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** A period of whole minutes or one hour as text: `minute`, `15 minutes`, `hour`. */
export function formatPeriod(milliseconds: number): string {
  if (milliseconds === DAY) return 'day';
  if (milliseconds === HOUR) return 'hour';
  return milliseconds === MINUTE ? 'minute' : `${milliseconds / MINUTE} minutes`;
}
