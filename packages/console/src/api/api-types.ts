import type { paths } from '../../generated/team-api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Without the prefix that all paths of the team API have. */
type Paths = { [P in keyof paths as P extends `/api/v1/team${infer Rest}` ? Rest : never]: paths[P] };

export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { readonly responses: object }> ? P : never;
}[keyof Paths];

export type Operation<M extends Method, P extends PathOf<M>> = Paths[P][M];

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** Accepts readonly arrays and objects, and undefined for an optional property. */
type Input<T> = T extends readonly (infer Item)[]
  ? readonly Input<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Input<T[K]> | (K extends OptionalKeys<T> ? undefined : never) }
    : T;

type PathOption<O> = O extends { parameters: { path: infer Path } } ? { readonly path: Input<Path> } : unknown;
/** `query?: never` and `header?: never` say that an operation has none. */
type QueryOption<O> = O extends { parameters: { query?: infer Query } }
  ? [Query] extends [undefined]
    ? unknown
    : { readonly query?: Input<Query> }
  : unknown;
type BodyOption<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Input<Body> }
  : unknown;
type HeaderOption<O> = O extends { parameters: { header?: infer Header } }
  ? [Header] extends [{ 'Idempotency-Key'?: string; 'X-Member-Id'?: string } | undefined]
    ? [Header] extends [undefined]
      ? unknown
      : {
          /** The server handles requests with the same key once. */
          readonly idempotencyKey?: string;
          /** The server refuses the request if the session is that of another member. */
          readonly memberId?: string;
        }
    : unknown
  : unknown;

/** An option that the operation does not have is a type error. */
export type Options<O> = PathOption<O> &
  QueryOption<O> &
  BodyOption<O> &
  HeaderOption<O> & {
    readonly signal?: AbortSignal;
    /** The request outlives the page. */
    readonly keepalive?: boolean;
  };

type Content<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
export type Result<O> = O extends { responses: infer Responses } ? Content<Responses[keyof Responses]> : never;
