import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { escapeHtml, withCode } from './page.ts';

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
  return minLength === undefined ? `At most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
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
      const about = [field.description?.replace(/\.$/, '') ?? '', bounds(field)].filter((text) => text !== '');
      const need = schema.required?.includes(name) ? 'yes' : 'no';
      const nested = inner(field);
      const own = `<tr><th scope="row"><code>${escapeHtml(prefix + name)}</code></th><td>${escapeHtml(typeName(field))}</td><td>${need}</td><td>${withCode(about.map((text) => `${text}.`).join(' '))}</td></tr>`;
      return nested ? own + rows(nested, `${prefix}${name}${field.items ? '[]' : ''}.`) : own;
    })
    .join('');
}

function table(title: string, schema: Schema): string {
  return `<h4>${title}</h4><div class="wide"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead><tbody>${rows(schema)}</tbody></table></div>`;
}

function section(path: string, method: string, operation: OpenApiOperation): string {
  const parts = [
    `<h3>${operation.operationId}</h3>`,
    `<p><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    `<p>${withCode(operation.summary)}.</p>`,
  ];
  if (operation.parameters) {
    const properties = Object.fromEntries(
      operation.parameters.map((one) => [
        one.name,
        {
          ...one.schema,
          description: [`In the ${one.in}`, one.description ?? (one.schema as Schema).description ?? '']
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
    else if (Number(status) < 300) parts.push(`<h4>Answer ${status}</h4><p>${description}, without a body.</p>`);
  }
  const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  const listed = failures.map(([status, { description }]) => `${status} ${description}`);
  parts.push(`<p>Failures: ${listed.join(', ')}. See <a href="/problems">problems</a>.</p>`);
  return `<section id="${operation.operationId}">${parts.join('')}</section>`;
}

/** The HTML of a page that shows OpenAPI documents to people. */
export function docsPage(documents: readonly { url: string; document: OpenApiDocument }[]): string {
  const each = documents.map(({ url, document }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const { title, description } = document.info;
    const anchor = title.replace(/\W+/g, '-');
    return {
      nav: `<p><a href="#${anchor}">${title}</a></p><ul>${operations
        .map(({ operation: { operationId } }) => `<li><a href="#${operationId}">${operationId}</a></li>`)
        .join('')}</ul>`,
      sections: `<h2 id="${anchor}">${title}</h2><p>${description} <a href="${url}">OpenAPI 3.1</a></p><p>Authentication: <code>Authorization: Bearer &lt;token&gt;</code>. ${escapeHtml(document.components.securitySchemes.bearer.description)}</p>${operations.map(({ path, method, operation }) => section(path, method, operation)).join('')}`,
    };
  });
  return `<h1>Player Support API</h1><nav>${each.map(({ nav }) => nav).join('')}</nav><main>${each.map(({ sections }) => sections).join('')}</main>`;
}
