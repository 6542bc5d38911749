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

/** Microsoft Entra leaves the groups out of a token if there are more than 200. */
function hasTooMany({ _claim_names: elsewhere, hasgroups }: Claims, name: string): boolean {
  const isElsewhere =
    isClaims(elsewhere) && [name, name.split('.')[0] ?? ''].some((one) => Object.hasOwn(elsewhere, one));
  return isElsewhere || (name === 'groups' && `${hasgroups}` === 'true');
}

/**
 * Returns the names of a person's groups, from the first source that has the claim. Undefined: they
 * are unknown, because there are too many for a token.
 */
export function groupsIn(sources: readonly Claims[], name: string): readonly string[] | undefined {
  const claim = sources.map((claims) => claimAt(claims, name)).find((found) => found !== undefined);
  const groups = (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');
  return groups.length === 0 && sources.some((claims) => hasTooMany(claims, name)) ? undefined : groups;
}
