/** The API's limits, in Unicode code points. */
export const MAX_SUBJECT = 120;
export const MAX_MESSAGE = 4000;

/** As the server: white space, control and format characters and fillers show nothing alone. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}\ufffc]/u;

export const isValid = (text: string, max: number): boolean => VISIBLE.test(text) && [...text].length <= max;
