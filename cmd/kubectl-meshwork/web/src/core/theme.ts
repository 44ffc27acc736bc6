import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const key = 'meshwork-theme';
const themes: Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>(stored());

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
}

/** applyTheme keeps the document in the chosen theme. */
export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    try {
      localStorage.setItem(key, theme.value);
    } catch {
      // Without storage, the theme lasts until the page is closed.
    }
  });
}

function stored(): Theme {
  try {
    const found = localStorage.getItem(key);
    return themes.find((known) => known === found) ?? 'system';
  } catch {
    return 'system';
  }
}
