export type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims => typeof value === 'object' && value !== null;

/**
 * Finds a claim by its name or its path, such as `realm_access.roles`. Names can have dots too, and
 * come first, at each step.
 */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const [outer, inner] = [name.slice(0, dot), name.slice(dot + 1)];
    const within = Object.hasOwn(claims, outer) ? claims[outer] : undefined;
    const found = isClaims(within) ? claimAt(within, inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the names of a person's groups, from the first source that has the claim. */
export function groupsIn(sources: readonly Claims[], name: string): readonly string[] {
  const groups = sources.map((claims) => claimAt(claims, name)).find((found) => found !== undefined);
  return (Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === 'string');
}
