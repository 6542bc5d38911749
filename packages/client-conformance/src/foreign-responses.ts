export interface ProxyResponse {
  /** 0: there is no response. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };
const LOGIN_PAGE = '<!doctype html><title>Hotel</title><h1>Please log in</h1>';
const MEGABYTES = 2;

/**
 * From other servers on the way, such as a hotel's login page. The client must send the request
 * again.
 */
export const FOREIGN_RESPONSES = {
  'login page 200': { status: 200, headers: HTML, body: LOGIN_PAGE },
  'login page 302': { status: 302, headers: { ...HTML, location: '/login' }, body: LOGIN_PAGE },
  'login page 511': { status: 511, headers: HTML, body: LOGIN_PAGE },
  'login page 403': { status: 403, headers: HTML, body: LOGIN_PAGE },
  'JSON 200': { status: 200, headers: JSON_TYPE, body: '{"message":"Please log in"}' },
  'JSON 201': { status: 201, headers: JSON_TYPE, body: '{"message":"Please log in"}' },
  'JSON array 200': { status: 200, headers: JSON_TYPE, body: '[]' },
  'JSON null 200': { status: 200, headers: JSON_TYPE, body: 'null' },
  'JSON 400': { status: 400, headers: JSON_TYPE, body: '{"message":"Malformed request"}' },
  'JSON 403': { status: 403, headers: JSON_TYPE, body: '{"message":"Blocked by policy"}' },
  'JSON 404': { status: 404, headers: JSON_TYPE, body: '{"message":"no Route matched with those values"}' },
  'JSON 409': { status: 409, headers: JSON_TYPE, body: '{"error":"conflict"}' },
  'empty 200': { status: 200 },
  'empty 204': { status: 204 },
  'wrong content type 200': { status: 200, headers: { 'content-type': 'image/png' }, body: '\u0089PNG' },
  'huge 200': { status: 200, headers: JSON_TYPE, body: `{"padding":"${'x'.repeat(MEGABYTES * 2 ** 20)}"}` },
  'uncalled 304': { status: 304, headers: { etag: '"foreign"' } },
} as const satisfies Record<string, ProxyResponse>;

export type ForeignResponse = keyof typeof FOREIGN_RESPONSES;
export const FOREIGN = Object.keys(FOREIGN_RESPONSES) as readonly ForeignResponse[];
