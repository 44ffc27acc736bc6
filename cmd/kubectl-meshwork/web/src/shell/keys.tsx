import { useEffect, useRef } from 'preact/hooks';
import { searchBox, searchWanted, visit } from '../core/location';

const keys: [keys: string[], meaning: string][] = [
  [['/', 'Ctrl K'], 'search Services, from every page'],
  [['↑', '↓', '←', '→'], 'move in the list, in the drawing, and in the map of a range'],
  [['Enter'], 'open a Service, or keep a node of the drawing chosen'],
  [['Esc'], 'clear the search, or choose nothing'],
  [['?'], 'show the keys'],
];

/** Keys handles the keys that work on every page, and explains all keys. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);
      if (isCtrlK || (isPlain && event.key === '/')) focusSearch();
      else if (isPlain && event.key === '?') dialog.current?.showModal();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <dialog ref={dialog} class="keys" aria-label="Keys" onClick={(event) => { if (event.target === dialog.current) dialog.current?.close(); }}>
      <h2>Keys</h2>
      <dl>
        {keys.map(([names, meaning]) => (
          <div key={meaning}><dt>{names.map((name) => <kbd key={name}>{name}</kbd>)}</dt><dd>{meaning}</dd></div>
        ))}
      </dl>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}

function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
}

/** focusSearch moves the focus to the search, or shows the page that has it. */
function focusSearch(): void {
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  const box = document.getElementById(searchBox);
  if (box instanceof HTMLInputElement) {
    box.focus();
    box.select();
    return;
  }
  searchWanted.value = true;
  visit('/services');
}
