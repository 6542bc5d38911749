import fc from 'fast-check';

/** The seed of random tests: the same in each `npm test`, another one in each `npm run soak`. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Whether this is the usual seed, with which no rare case is missed. */
export const IS_USUAL_SEED = process.env.TEST_SEED === undefined;

fc.configureGlobal({ seed: SEED });

const FIRST_SURROGATE = 0xd800;
const SURROGATES_COUNT = 0x800;

/**
 * Any code point except surrogates. The unit `binary` of fast-check makes the same, but needs a
 * second to prepare.
 */
export const CODE_POINT = fc.integer({ min: 0, max: 0x10ffff - SURROGATES_COUNT }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES_COUNT),
  // The inverse. fast-check asks it whether a text can be a code point.
  (text) => {
    const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (codePoint === undefined || text !== String.fromCodePoint(codePoint) || !text.isWellFormed())
      throw new Error('not a code point');
    return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES_COUNT;
  },
);

export { fc };
