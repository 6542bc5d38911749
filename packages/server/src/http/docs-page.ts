import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi.ts';
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
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** An operation in which components replace references. */
interface ResolvedOperation extends OpenApiOperation {
  readonly parameters?: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** A copy of a part of a document in which components replace references. */
function resolve(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(item, document));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const [, , section = '', name = ''] = String(part.$ref).split('/');
    const components = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return resolve(components[section]?.[name], document);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value, document)]));
}

function typeName(schema: Schema): string {
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

function bounds({ minLength, maxLength, minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (maxLength === undefined) return '';
  return minLength === undefined ? `At most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
}

/** The nested object of a field, if it has one. */
function nestedObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return nestedObject(schema.items);
  return schema.anyOf?.map(nestedObject).find((found) => found !== undefined);
}

function rows(schema: Schema, prefix = ''): string {
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

function table(title: string, schema: Schema): string {
  const description = schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>`;
  return `<h4>${title}</h4>${description}<div class="wide"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead><tbody>${rows(schema)}</tbody></table></div>`;
}

function parameterTable(parameters: readonly OpenApiParameter[]): string {
  const properties = Object.fromEntries(
    parameters.map(({ name, in: where, schema, description = '' }) => [
      name,
      { ...schema, description: `In the ${where}. ${description}`.trim() },
    ]),
  );
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return table('Parameters', { properties, required });
}

function section(path: string, method: string, operation: ResolvedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const parts = [
    `<h3>${operationId}</h3>`,
    `<p><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    `<p>${withCode(`${summary}. ${description ?? ''}`.trim())}</p>`,
  ];
  if (parameters) parts.push(parameterTable(parameters));
  const [body] = Object.values(requestBody?.content ?? {});
  if (body) parts.push(table('Request body', body.schema));
  for (const [status, { description, content }] of Object.entries(responses)) {
    if (Number(status) >= 300) continue;
    const [body] = Object.values(content ?? {});
    parts.push(
      body
        ? table(`Response ${status}`, body.schema)
        : `<h4>Response ${status}</h4><p>${description}, without a body.</p>`,
    );
  }
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const listed = failures.map(([status, { description }]) => `${status} ${description}`);
  parts.push(`<p>Problems: ${listed.join(', ')}. See <a href="/problems">all problems</a>.</p>`);
  return `<section id="${operationId}">${parts.join('')}</section>`;
}

interface PublishedDocument {
  readonly url: string;
  readonly document: OpenApiDocument;
  /** The URL of the document for client generators, if there is one. */
  readonly clientUrl?: string;
}

/** Renders OpenAPI documents as one HTML page for people. */
export function docsPage(published: readonly PublishedDocument[]): string {
  const chapters = published.map(({ url, document, clientUrl }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method,
        operation: resolve(operation, document) as ResolvedOperation,
      })),
    );
    const { title, description } = document.info;
    const anchor = title.replace(/\W+/g, '-');
    const links = [
      `<a href="${url}">OpenAPI 3.1</a>`,
      ...(clientUrl === undefined ? [] : [`<a href="${clientUrl}">OpenAPI 3.1 for client generators</a>`]),
    ];
    return {
      nav: `<p><a href="#${anchor}">${title}</a></p><ul>${operations
        .map(({ operation: { operationId } }) => `<li><a href="#${operationId}">${operationId}</a></li>`)
        .join('')}</ul>`,
      sections: `<h2 id="${anchor}">${title}</h2><p>${description}</p><p>${links.join(', ')}</p><p>Authentication: <code>Authorization: Bearer &lt;token&gt;</code>. ${withCode(document.components.securitySchemes.bearer.description)}</p>${operations.map(({ path, method, operation }) => section(path, method, operation)).join('')}`,
    };
  });
  return `<h1>Player Support API</h1><nav>${chapters.map(({ nav }) => nav).join('')}</nav><main>${chapters.map(({ sections }) => sections).join('')}</main>`;
}
