import fc from 'fast-check';

/** The seed of random tests: the same in each `npm test`, another one in each `npm run soak`. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Whether this is the usual seed, with which no rare case is missed. */
export const IS_USUAL_SEED = process.env.TEST_SEED === undefined;

fc.configureGlobal({ seed: SEED });

export { fc };
