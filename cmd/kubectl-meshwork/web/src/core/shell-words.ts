/** shellWord returns the text as one word of a shell, whatever it contains. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** command joins the words to a command. */
export function command(...words: string[]): string { return words.map(shellWord).join(' '); }
