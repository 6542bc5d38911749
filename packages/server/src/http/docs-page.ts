import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { escapeHtml } from './page.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

function typeName(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.format === 'date-time') return [schema.type].flat().join(' or ').replace('string', 'date-time');
  if (schema.items) return `array of ${typeName(schema.items)}`;
  return [schema.type ?? 'object'].flat().join(' or ');
}

function bounds({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return '';
  return minLength === undefined ? `at most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
}

/** The nested object of a field, if it has one. */
function inner(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return inner(schema.items);
  return schema.anyOf?.map(inner).find((found) => found !== undefined);
}

function rows(schema: Schema, prefix = ''): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const about = [bounds(field), field.description ?? ''].filter((text) => text !== '').join('. ');
      const need = schema.required?.includes(name) ? 'yes' : 'no';
      const nested = inner(field);
      const own = `<tr><td><code>${escapeHtml(prefix + name)}</code></td><td>${escapeHtml(typeName(field))}</td><td>${need}</td><td>${escapeHtml(about)}</td></tr>`;
      return nested ? own + rows(nested, `${prefix}${name}${field.items ? '[]' : ''}.`) : own;
    })
    .join('');
}

function table(title: string, schema: Schema): string {
  return `<h3>${title}</h3><table><tr><th>Field</th><th>Type</th><th>Required</th><th></th></tr>${rows(schema)}</table>`;
}

function section(path: string, method: string, operation: OpenApiOperation): string {
  const parts = [
    `<h2 id="${operation.operationId}">${operation.operationId}</h2>`,
    `<p><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    `<p>${escapeHtml(operation.summary)}.</p>`,
  ];
  if (operation.parameters) {
    const properties = Object.fromEntries(
      operation.parameters.map((one) => [
        one.name,
        {
          ...one.schema,
          description: [`in ${one.in}`, one.description ?? (one.schema as Schema).description ?? '']
            .filter(Boolean)
            .join('. '),
        },
      ]),
    );
    const required = operation.parameters.filter((one) => one.required).map((one) => one.name);
    parts.push(table('Parameters', { properties, required }));
  }
  const [body] = Object.values(operation.requestBody?.content ?? {});
  if (body) parts.push(table('Request body', body.schema as Schema));
  for (const [status, { description, content }] of Object.entries(operation.responses)) {
    const [answer] = Object.values(content ?? {});
    if (Number(status) < 300 && answer) parts.push(table(`Answer ${status}`, answer.schema as Schema));
    else if (Number(status) < 300) parts.push(`<h3>Answer ${status}</h3><p>${description}, without a body.</p>`);
  }
  const failures = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  parts.push(`<p>Failures: ${failures.join(', ')}. See <a href="/problems">problems</a>.</p>`);
  return parts.join('');
}

/** The HTML of a page that shows OpenAPI documents to people. */
export function docsPage(documents: readonly { url: string; document: OpenApiDocument }[]): string {
  const each = documents.map(({ url, document }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    return {
      nav: `<h3>${document.info.title}</h3><p>${document.info.description} <a href="${url}">OpenAPI 3.1</a></p><ul>${operations
        .map(({ operation: { operationId } }) => `<li><a href="#${operationId}">${operationId}</a></li>`)
        .join('')}</ul>`,
      sections: operations.map(({ path, method, operation }) => section(path, method, operation)).join(''),
    };
  });
  return `<h1>Player Support API</h1><nav>${each.map(({ nav }) => nav).join('')}</nav>${each.map(({ sections }) => sections).join('')}`;
}
