/** In English. `locales/` has the other languages. */
export const KNOWN_TEXTS = {
  knownIssues: 'What we already know',
  fixedIn: 'Fixed in {build}',
  meToo: 'I have this too',
  noted: 'Noted. We will tell you when it is fixed.',
  isItFixed: 'Is it fixed for you in {build}?',
  yesFixed: 'Yes, it is fixed',
  notFixed: 'No, it still happens',
  thanksYes: 'Thank you. This ticket is closed now.',
  thanksNo: 'Thank you. Our team will look at it again.',
};
