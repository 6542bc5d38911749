/** The beginning of the keys of all queries about known issues. */
export const knownIssuesKey = ['known-issues'] as const;
