import fc from 'fast-check';

/** `npm test` always has the same, each `npm run soak` another. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** No rare case is missed with it. */
export const IS_USUAL_SEED = process.env.TEST_SEED === undefined;

fc.configureGlobal({ seed: SEED });

const FIRST_SURROGATE = 0xd800;
const SURROGATES_COUNT = 0x800;

/** Without surrogates. fast-check's unit `binary` needs a second to prepare. */
export const CODE_POINT = fc.integer({ min: 0, max: 0x10ffff - SURROGATES_COUNT }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES_COUNT),
  // The inverse: fast-check asks whether a text can be a code point.
  (text) => {
    const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (codePoint === undefined || text !== String.fromCodePoint(codePoint) || !text.isWellFormed())
      throw new Error('not a code point');
    return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES_COUNT;
  },
);

export { fc };
