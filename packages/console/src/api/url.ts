const BASE = '/api/v1/team';

interface Parts {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
}

export function urlOf(template: string, { path = {}, query = {} }: Parts = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(path[name] ?? ''));
  const values = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${BASE}${filled}${values.length > 0 ? `?${new URLSearchParams(values)}` : ''}`;
}
