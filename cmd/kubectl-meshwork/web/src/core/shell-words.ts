import { signal } from '@preact/signals';

/** kubectlFlags are the flags with which kubectl uses the cluster of the page, as words of a shell. */
export const kubectlFlags = signal('');

/** shellWord returns the text as one word of a shell, whatever it contains. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** kubectl returns a command of kubectl, or of the plugin, which takes flags only after its name. */
export function kubectl(...words: string[]): string {
  const names = words[0] === 'meshwork' ? 1 : 0;
  const flags = kubectlFlags.value === '' ? [] : [kubectlFlags.value];
  return ['kubectl', ...words.slice(0, names), ...flags, command(...words.slice(names))].join(' ');
}

/** command joins the words to a command. */
export function command(...words: string[]): string { return words.map(shellWord).join(' '); }
