// The stored choice of theme and language is applied before anything is painted; see theme.ts and text.ts.
(() => {
  const root = document.documentElement;
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('color-scheme') ?? scheme;
  } catch {
    // Storage is forbidden: the system's scheme it is.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
