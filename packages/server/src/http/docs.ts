import type { FastifyInstance } from 'fastify';
import { lazy } from '../domain/lazy.ts';
import {
  extendedOperations,
  gameOperations,
  playerExtensions,
  playerOperations,
  teamOperations,
} from './all-operations.ts';
import { CURL_VARIABLES, curl } from './curl.ts';
import { type OpenApiDocument, type OpenApiParameter, type OpenApiResponse, openapi } from './openapi.ts';
import { escapeHtml, PAGE_STYLE, pageFile, sendPage, servePageFile, withCode } from './page.ts';
import { type JsonSchema, resolveOperation } from './resolved-operation.ts';

const SCRIPT = pageFile('docs.js', 'text/javascript');

const published = (url: string, ...contents: Parameters<typeof openapi>) => {
  const document = lazy(() => openapi(...contents));
  return { url, document, text: lazy(() => JSON.stringify(document())) };
};

/** Built for the first request: they would take a tenth of the start. */
const PLAYER = published('/openapi/v1.json', 'player', playerOperations);
const GAME = published('/openapi/game-v1.json', 'game', gameOperations);
const TEAM = published('/openapi/team-v1.json', 'team', teamOperations);

const PAGE = lazy(() =>
  docsPage([
    { url: PLAYER.url, document: PLAYER.document(), tokenVariable: 'TOKEN' },
    {
      url: GAME.url,
      document: openapi('extensions', [...playerExtensions, ...extendedOperations]),
      tokenVariable: 'TOKEN',
    },
    { url: TEAM.url, document: TEAM.document(), tokenVariable: 'TEAM_KEY' },
  ]),
);

/** Serves the OpenAPI documents, and an HTML page that shows them. */
export function serveDocs(app: FastifyInstance): void {
  for (const { url, text } of [PLAYER, GAME, TEAM]) {
    app.get(url, async (_request, reply) =>
      // Public: tools read them from pages of other origins.
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text()),
    );
  }
  app.get('/docs', async (_request, reply) => sendPage(reply, 'API', PAGE(), SCRIPT));
  servePageFile(app, PAGE_STYLE);
  servePageFile(app, SCRIPT);
}

interface PublishedDocument {
  readonly url: string;
  readonly document: OpenApiDocument;
  /** Holds the bearer token in curl commands. */
  readonly tokenVariable: string;
}

type Group = ReturnType<typeof groupsOf>[number];

const idOf = (text: string) => text.replace(/\W+/g, '-');

/** `earlier`: the operations of earlier documents. One that is extended is on the page twice. */
function groupsOf(document: OpenApiDocument, earlier: Set<string>) {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId } = operation;
      const isRepeated = earlier.size === earlier.add(operationId).size;
      const id = isRepeated ? `${operationId}-extended` : operationId;
      return { path, method, id, operation: resolveOperation(operation, document) };
    }),
  );
  return document.tags.map(({ name, description }) => ({
    id: idOf(`${document.info.title} ${name}`),
    name,
    description,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

/** Folded, so that the page stays short. */
function success(status: string, { description, content }: OpenApiResponse): string {
  const [body] = Object.values(content ?? {});
  return body
    ? `<details><summary>Response ${status}</summary>${table('Fields', body.schema)}</details>`
    : `<p>Response ${status}: ${description}, without a body.</p>`;
}

function section({ path, method, id, operation }: Group['entries'][number], tokenVariable: string): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const statuses = Object.entries(responses);
  const failures = statuses.filter(([status]) => Number(status) >= 400);
  return [
    `<section class="operation" id="${id}"><h4><a class="operation-link" href="#${id}">${operationId}</a></h4>`,
    `<p><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    `<p>${withCode(`${summary}. ${description ?? ''}`.trim())}</p>`,
    `<div class="command"><pre>${escapeHtml(curl(method, path, operation, tokenVariable))}</pre></div>`,
    parameters ? parameterTable(parameters) : '',
    body ? table('Request body', body.schema) : '',
    ...statuses.flatMap(([status, response]) => (Number(status) < 300 ? [success(status, response)] : [])),
    `<p>Problems: ${failures.map(([status, one]) => `${status} ${one.description}`).join(', ')}. See <a href="/problems">all problems</a>.</p></section>`,
  ].join('');
}

function navigation(title: string, groups: readonly Group[]): string {
  const lists = groups.map(({ id, name, entries }) => {
    const links = entries.map(({ id, operation }) => `<a href="#${id}">${operation.operationId}</a>`);
    return `<div class="group"><p><a href="#${id}">${name}</a></p><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></div>`;
  });
  return `<div class="chapter"><p><a href="#${idOf(title)}">${title}</a></p>${lists.join('')}</div>`;
}

function chapter({ url, document, tokenVariable }: PublishedDocument, groups: readonly Group[]): string {
  const { title, description } = document.info;
  const sections = groups.map(
    ({ id, name, description, entries }) =>
      `<section class="group"><h3 id="${id}">${name}</h3><p>${withCode(description)}</p>${entries.map((entry) => section(entry, tokenVariable)).join('')}</section>`,
  );
  return `<section class="chapter"><h2 id="${idOf(title)}">${title}</h2><div class="intro"><p>${description}</p><p><a href="${url}">OpenAPI 3.1: <code>${url}</code></a></p><p>Authentication: <code>Authorization: Bearer &lt;token&gt;</code>. ${withCode(document.components.securitySchemes.bearer.description)}</p></div>${sections.join('')}</section>`;
}

function commands(): string {
  const lines = CURL_VARIABLES.map(([name, value]) => {
    return `${name}=${name === 'URL' ? `<span id="origin">${value}</span>` : escapeHtml(value)}`;
  });
  // No comments in the commands: zsh, the shell of macOS, rejects them in pasted text.
  const meanings = CURL_VARIABLES.map(
    ([name, , meaning]) => `<tr><th scope="row"><code>${name}</code></th><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<div class="intro"><h2 id="curl">The curl commands</h2><p>Each operation has a command for a POSIX shell. Set the variables that it uses once:</p><div class="command"><pre>${lines.join('\n')}</pre></div><table><thead><tr><th scope="col">Variable</th><th scope="col">What it is</th></tr></thead><tbody>${meanings.join('')}</tbody></table><p>Other variables, such as <code>$TICKET_ID</code>, are ids from earlier responses. An operation for members only uses the cookie that <a href="#SignIn">SignIn</a> stores in <code>cookies.txt</code>, until <a href="#SignOut">SignOut</a>. Delete that file when you are done.</p></div>`;
}

/** One HTML page for people. Its script adds the search. */
function docsPage(published: readonly PublishedDocument[]): string {
  const shown = new Set<string>();
  const chapters = published.map((one) => ({ one, groups: groupsOf(one.document, shown) }));
  const navigations = chapters.map(({ one, groups }) => navigation(one.document.info.title, groups));
  const search =
    '<div id="search" hidden><label for="search-field">Search operations</label><input id="search-field" type="search" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><p class="search-count" role="status"></p></div>';
  return `<a class="skip" href="#content">Skip to content</a><header><h1>Player Support API</h1></header><div class="docs"><nav aria-label="Operations">${search}<div class="operations"><p class="intro"><a href="#curl">The curl commands</a></p><p class="intro"><a href="/llms.txt">Guides, as text</a></p>${navigations.join('')}</div></nav><main id="content" tabindex="-1">${commands()}${chapters.map(({ one, groups }) => chapter(one, groups)).join('')}</main></div>`;
}

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
function table(title: string, schema: JsonSchema): string {
  const description = schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>`;
  const fields = rows(schema);
  if (fields === '') return `<h5>${title}</h5>${description}`;
  return `<h5>${title}</h5>${description}<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead><tbody>${fields}</tbody></table>`;
}

/** Below a heading. */
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
