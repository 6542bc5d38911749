export interface TextField {
  /** In JSON, with dots if nested. */
  readonly name: string;
  readonly min?: number;
  readonly max: number;
  readonly required?: true;
  readonly nullable?: true;
  /** Text without a visible character is refused. */
  readonly notBlank?: true;
}

/** With its description. `undefined` omits the field. */
export type Sample = readonly [what: string, value: unknown];

/** PlayerContextRequest. */
export const CONTEXT_FIELDS: readonly TextField[] = [
  { name: 'context.appVersion', max: 50, nullable: true },
  { name: 'context.buildNumber', max: 50, nullable: true },
  { name: 'context.platform', max: 50, nullable: true },
  { name: 'context.locale', max: 30, nullable: true },
  { name: 'context.deviceModel', max: 200, nullable: true },
  { name: 'context.osVersion', max: 100, nullable: true },
];

export const PROJECT_PUBLIC_KEY: TextField = { name: 'projectPublicKey', max: 80, required: true };
export const INSTALLATION_ID: TextField = { name: 'installationId', min: 8, max: 128, required: true };

/** Identify stores these about a player. */
export const RECORDED_FIELDS: readonly TextField[] = [
  { name: 'userId', max: 200, nullable: true },
  { name: 'sessionId', max: 128, nullable: true },
  ...CONTEXT_FIELDS,
];

/** IdentifyRequest. */
export const IDENTIFY_FIELDS: readonly TextField[] = [PROJECT_PUBLIC_KEY, INSTALLATION_ID, ...RECORDED_FIELDS];

/** An empty context, as the team sees it. */
export const NO_CONTEXT = Object.fromEntries(CONTEXT_FIELDS.map(({ name }) => [name.replace('context.', ''), null]));

/** Each has more UTF-16 units, UTF-8 bytes or code points than visible characters. */
const PIECES = ['x', '😀', 'e\u0301', '👨‍👩‍👧‍👦', '🇫🇷'];

/** Returns a text of this many Unicode code points. */
export function ofLength(length: number, piece = 'x'): string {
  const size = Array.from(piece).length;
  return piece.repeat(Math.floor(length / size)) + 'x'.repeat(length % size);
}

/** Returns values at both length limits, and absence where allowed. */
export function acceptedSamples({ min = 0, max, required, nullable }: TextField): Sample[] {
  return [
    ...PIECES.map((piece) => [`${max} code points of ${piece}`, ofLength(max, piece)] as const),
    ...PIECES.map((piece) => [`${min || 1} code points of ${piece}`, ofLength(min || 1, piece)] as const),
    ...(nullable ? [['null', null] as const] : []),
    // An empty text counts as absent.
    ...(required ? [] : [['nothing', undefined] as const, ['the empty string', ''] as const]),
  ];
}

const INVISIBLE: readonly Sample[] = [
  ['white space only', ' \t\n\u00a0\u2003\u0085'],
  ['fillers and format characters', '\u3164\u115f\u2800\u00ad\u200b'],
];

/** One thing is wrong with each. */
export function refusedSamples({ min = 0, max, required, nullable, notBlank }: TextField): Sample[] {
  const text = ofLength(Math.max(min, 8));
  return [
    ...PIECES.map((piece) => [`${max + 1} code points of ${piece}`, ofLength(max + 1, piece)] as const),
    ...(min === 1 || required ? [['the empty string', ''] as const] : []),
    ...(min > 1
      ? PIECES.map((piece) => [`${min - 1} code points of ${piece}`, ofLength(min - 1, piece)] as const)
      : []),
    ['a number', 12345678],
    ['a boolean', true],
    ['an array', [text]],
    ['an object', { text }],
    ['U+0000', `${text}\0`],
    ['half of a surrogate pair', `${text}\ud83d`],
    ['the other half', `\ude00${text}`],
    ...(nullable ? [] : [['null', null] as const]),
    ...(required ? [['nothing', undefined] as const] : []),
    ...(notBlank ? INVISIBLE : []),
  ];
}

export function withField({ name }: TextField, value: unknown): object {
  const [outer = '', inner] = name.split('.');
  return { [outer]: inner === undefined ? value : { [inner]: value } };
}

/** The field can be nested. */
export function fieldOf(value: Record<string, unknown>, { name }: TextField): unknown {
  return name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value);
}

/** CreateTicketRequest without its context. */
export const TICKET_FIELDS: readonly TextField[] = [
  PROJECT_PUBLIC_KEY,
  { name: 'type', max: 30, required: true },
  { name: 'subject', min: 1, max: 120, required: true, notBlank: true },
  { name: 'message', min: 1, max: 4000, required: true, notBlank: true },
];
