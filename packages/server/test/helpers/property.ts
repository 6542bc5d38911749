import fc from 'fast-check';

/** The seed of random tests: the same in each `npm test`, another one in each `npm run soak`. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Whether this is the usual seed, with which no rare case is missed. */
export const IS_USUAL_SEED = process.env.TEST_SEED === undefined;

fc.configureGlobal({ seed: SEED });

const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

/**
 * A character of any Unicode text. fast-check has the unit `binary` for it, which takes a second to
 * prepare.
 */
export const CODE_POINT = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (text) => {
    const codePoint = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    return codePoint < FIRST_SURROGATE ? codePoint : codePoint - SURROGATES;
  },
);

export { fc };
