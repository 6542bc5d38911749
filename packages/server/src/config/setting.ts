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

interface SettingDocs {
  readonly group: (typeof SETTING_GROUPS)[number];
  /** Sentences in Markdown. */
  readonly description: string;
}

export interface Setting<Value> extends SettingDocs {
  readonly name: string;
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

/** Throws OperatorError with the expectation and the value. */
export function invalid(name: string, text: string, expected: string): never {
  throw new OperatorError(`${name} must be ${expected}, not ${JSON.stringify(text)}`);
}

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

/** `on` or `off`, as a boolean. */
export function onOff(name: string, options: SettingDocs & { readonly default: 'on' | 'off' }): Setting<boolean> {
  const setting = oneOf(name, ['on', 'off'], options);
  return { ...setting, parse: (text) => setting.parse(text) === 'on' };
}

export function text(name: string, options: SettingDocs & { readonly default: string; readonly values: string }) {
  return { ...options, name, parse: (text: string) => text } satisfies Setting<string>;
}

function isSetting(entry: Setting<unknown> | SettingTable): entry is Setting<unknown> {
  return typeof entry.parse === 'function';
}

export function settingsOf(table: SettingTable): Setting<unknown>[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : settingsOf(entry)));
}

/**
 * Absent and empty variables have defaults. Throws OperatorError naming the first invalid variable.
 */
export function readSettings<const Table extends SettingTable>(table: Table, env: Environment): ValuesOf<Table> {
  const values = Object.entries(table).map(([key, entry]) => [
    key,
    isSetting(entry) ? entry.parse(env[entry.name] || entry.default) : readSettings(entry, env),
  ]);
  // The type of Object.fromEntries lacks the type of each key.
  return Object.fromEntries(values) as ValuesOf<Table>;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** Whole minutes or one hour: `minute`, `15 minutes`, `hour`. */
export function formatPeriod(milliseconds: number): string {
  if (milliseconds === DAY) return 'day';
  if (milliseconds === HOUR) return 'hour';
  return milliseconds === MINUTE ? 'minute' : `${milliseconds / MINUTE} minutes`;
}
