/** Applies the stored theme before the first paint. The key is that of ui/theme.ts. */
export function applyTheme(): void {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('color-scheme') ?? scheme;
  } catch {
    // Storage is not available: the theme of the system is used.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}
