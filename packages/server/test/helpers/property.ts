import fc from 'fast-check';

/** Where random tests begin: the same in each `npm test`, another one in each `npm run soak`. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Whether a run can miss a rare case: with the usual seed it never does. */
export const IS_USUAL_SEED = process.env.TEST_SEED === undefined;

fc.configureGlobal({ seed: SEED });

export { fc };
