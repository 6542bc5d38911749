import type { JsonSchema } from './json-schema.ts';
import type { OpenApiParameter } from './openapi.ts';
import { escapeHtml, withCode } from './page.ts';

function typeName(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.format === 'date-time') return [schema.type].flat().join(' or ').replace('string', 'date-time');
  if (schema.items)
    return [schema.type]
      .flat()
      .join(' or ')
      .replace('array', `array of ${typeName(schema.items)}`);
  return [schema.type ?? 'object'].flat().join(' or ');
}

function bounds({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (maxLength === undefined) return '';
  return minLength === undefined ? `At most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
}

function nestedObject(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return nestedObject(schema.items);
  return schema.anyOf?.map(nestedObject).find((found) => found !== undefined);
}

function rows(schema: JsonSchema, prefix = ''): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const notes = [field.description?.replace(/\.$/, '') ?? '', bounds(field)].filter((text) => text !== '');
      const required = schema.required?.includes(name) ? 'yes' : 'no';
      const nested = nestedObject(field);
      const own = `<tr><th scope="row"><code>${escapeHtml(prefix + name)}</code></th><td>${escapeHtml(typeName(field))}</td><td>${required}</td><td>${withCode(notes.map((text) => `${text}.`).join(' '))}</td></tr>`;
      return nested ? own + rows(nested, `${prefix}${name}${field.items ? '[]' : ''}.`) : own;
    })
    .join('');
}

/** Makes a table of the schema's fields, also nested ones, below a heading. */
export function table(title: string, schema: JsonSchema): string {
  const description = schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>`;
  const fields = rows(schema);
  if (fields === '') return `<h5>${title}</h5>${description}`;
  return `<h5>${title}</h5>${description}<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead><tbody>${fields}</tbody></table>`;
}

/** Below a heading. */
export function parameterTable(parameters: readonly OpenApiParameter[]): string {
  const properties = Object.fromEntries(
    parameters.map(({ name, in: where, schema, description = '' }) => [
      name,
      { ...schema, description: `In the ${where}. ${description}`.trim() },
    ]),
  );
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return table('Parameters', { properties, required });
}
