import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorScheme,
} from '@mantine/core';

export const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

/** The same key as in first-paint.js, which reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Above a dialog is room for toasts (`styles.css`). */
export const DIALOG_OFFSET = 'var(--dialog-offset)';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  fontFamily: 'var(--system-fonts)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Names must keep their case.
    Badge: { defaultProps: { tt: 'none' } },
    // styles.css marks required fields, so that screen readers hear the same names.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // Stays in its button's landmark, with the children that WAI-ARIA 1.2 allows.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Their <header> would be a second banner landmark.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } }, yOffset: DIALOG_OFFSET } },
    EmptyState: {
      defaultProps: { variant: 'light', py: 'xl', px: 'md' },
      vars: () => ({ root: { '--empty-state-indicator-size': '1.375rem' } }),
    },
    EmptyStateTitle: { defaultProps: { order: 2 } },
    // Nobody writes in the search of options (`typed-texts.ts`).
    Select: { defaultProps: { 'data-lookup': true } },
    MultiSelect: { defaultProps: { 'data-lookup': true } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});

/**
 * Mantine's dimmed texts have less contrast than 4.5:1 (WCAG 2.2, 1.4.3). Titles have the most
 * (`styles.css`), then texts, controls and hints.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-default-color': 'var(--mantine-color-gray-8)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-8)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-text': '#e0e0e0',
    '--mantine-color-default-color': 'var(--mantine-color-dark-0)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-0)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
  },
});
