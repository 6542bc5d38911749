import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AttachmentResponse } from '@player-support/contract/attachments';
import * as player from '@player-support/contract/player';
import { EXTENSION, KNOWN_VALUES } from '@player-support/contract/schema';

const MAX_COLUMNS = 100;

/** Writes the SDK's types from the request schemas. `--check` only compares. */

interface Schema {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly [KNOWN_VALUES]?: readonly string[];
  readonly additionalProperties?: boolean;
  /** The published schema of a property that the operation checks itself. */
  readonly [EXTENSION]?: Schema | true;
}

const declared = Object.values({ ...player, AttachmentResponse } as unknown as Readonly<Record<string, Schema>>);
const schemas = declared.filter(({ $id }) => $id);

function typeOf(schema: Schema): string {
  // Later servers can send other values.
  const known = schema.enum ?? schema[KNOWN_VALUES];
  if (known) return [...known.map((value) => `'${value}'`), '(string & {})'].join(' | ');
  // The SDK turns a string of digits into a number.
  if (schema.format === 'int32') return 'number';
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return kinds
    .map((kind) => {
      if (kind === 'array' && schema.items) return `${typeOf(schema.items)}[]`;
      if (schema.additionalProperties === true) return 'Readonly<Record<string, string | number | boolean | null>>';
      if (kind === 'object') return schema.$id ?? 'object';
      return kind === 'integer' ? 'number' : kind;
    })
    .join(' | ');
}

/** Writes a comment, in more lines beyond 100 columns. */
function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const line = `${indent}/** ${text} */\n`;
  if (line.length <= MAX_COLUMNS) return line;
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent} *${longer}`.length <= MAX_COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return `${indent}/**\n${lines.map((one) => `${indent} *${one}\n`).join('')}${indent} */\n`;
}

function declaration({ $id, properties = {}, required = [], description }: Schema): string {
  const fields = Object.entries(properties).map(([field, property]) => {
    const published = property[EXTENSION];
    const schema = typeof published === 'object' ? published : property;
    const optional = required.includes(field) ? '' : '?';
    return `${comment(schema.description, '  ')}  ${field}${optional}: ${typeOf(schema)};\n`;
  });
  return `${comment(description, '')}export interface ${$id} {\n${fields.join('')}}\n`;
}

const text = `// Written by scripts/client-types.ts from packages/contract. Do not edit.\n\n${schemas.map(declaration).join('\n')}`;

const file = path.resolve(import.meta.dirname, '../packages/client/src/types.ts');
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/client/src/types.ts does not match the contract. Run npm run generate');
  process.exitCode = 1;
}
