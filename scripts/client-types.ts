import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as player from '@player-support/contract/player';

/**
 * Writes the types of the client SDK from the very schemas that the server checks with: its package then needs neither
 * the contract nor a schema library. `--check` only says whether they are what they should be.
 */

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly description?: string;
}

const schemas = new Map(
  Object.entries(player)
    .filter(([name]) => /(?:Request|Response)$/.test(name))
    .map(([name, schema]) => [name, schema as unknown as Schema]),
);

/** The declared type with these properties, and whether null is one of its values. */
function reference({ properties }: Schema): string | undefined {
  for (const [name, schema] of schemas) {
    if (properties !== undefined && schema.properties === properties) return name;
  }
  return undefined;
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  // The SDK gives a number, whichever of the two came.
  if (schema.format === 'int32') return 'number';
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return kinds
    .map((kind) => {
      if (kind === 'array' && schema.items) return `${typeOf(schema.items)}[]`;
      if (kind === 'object') return reference(schema) ?? 'object';
      return kind === 'integer' ? 'number' : kind;
    })
    .join(' | ');
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text} */\n`;
}

function declaration(name: string, { properties = {}, required = [], description }: Schema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const optional = required.includes(field) ? '' : '?';
    return `${comment(schema.description, '  ')}  ${field}${optional}: ${typeOf(schema)};\n`;
  });
  return `${comment(description, '')}export interface ${name} {\n${fields.join('')}}\n`;
}

const text = `// Written by scripts/client-types.ts from packages/contract. Do not edit.\n\n${[...schemas]
  .map(([name, schema]) => declaration(name, schema))
  .join('\n')}`;

const file = path.resolve(import.meta.dirname, '../packages/client/src/types.ts');
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/client/src/types.ts is not what the contract says: run node scripts/client-types.ts');
  process.exitCode = 1;
}
